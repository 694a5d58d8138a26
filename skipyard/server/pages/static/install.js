// Lets the browser install Skipyard, and show our offline page without a connection.
navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url));

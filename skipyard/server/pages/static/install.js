// Lets the browser install Skipyard, and show our offline page without a connection.
navigator.serviceWorker?.register("/sw.js");

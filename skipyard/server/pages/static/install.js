// Lets the browser install Skipyard and show a page of ours when there is no line.
navigator.serviceWorker?.register("/sw.js");

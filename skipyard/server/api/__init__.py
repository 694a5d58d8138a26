"""The API: JSON over HTTP, sockets and streams. Independent of pages."""

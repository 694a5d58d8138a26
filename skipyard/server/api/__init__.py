"""The API: JSON over HTTP, sockets and streams. It does not import pages, nor they it."""

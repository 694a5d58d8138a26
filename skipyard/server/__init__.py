"""Tables online: pages, sockets, an API for bots."""

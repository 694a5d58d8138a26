"""Pages rendered by the server, with their templates and static files. It does not import api."""

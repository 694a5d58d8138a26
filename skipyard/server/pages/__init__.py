"""Pages made on the server, with their templates and static files. Independent of the API."""

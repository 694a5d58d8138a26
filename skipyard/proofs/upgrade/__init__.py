"""Replacing the processes of a server one by one, with a newer schema, while people play."""

"""The server: pages, sockets, an API for programs, and the tables that are played on it.

Each package may import those after it: commands, app, pages and api, access, live, workers, net.
"""

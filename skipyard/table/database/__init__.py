"""Where logs are stored: the Store interface, SQLite, PostgreSQL, and the writer thread."""

"""Where logs are kept: what a database must do, SQLite, PostgreSQL, and the thread that writes."""

"""One table: its log, what it agrees on, its saves and records."""

"""One table: its log, its rules of conduct, its saves and records."""

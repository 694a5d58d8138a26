"""Tables in files: verifiable records, saved games, and reading untrusted files."""

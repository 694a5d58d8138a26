"""Tables in files: verifiable records, saved games, and reading files that strangers wrote."""

"""The kinds of rows: how a command for each is checked, and how the row changes a table."""

"""Who may do and see what: seats and tokens, past turns, a table in words, for pages and api."""

"""Who may do and see what: seats and tokens, past turns, a table in words. Used by pages and api."""

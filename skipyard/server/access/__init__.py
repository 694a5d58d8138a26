"""Who may do and see what: seats and tokens, past turns, table summaries; for pages and api."""

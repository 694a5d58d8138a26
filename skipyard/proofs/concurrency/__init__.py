"""However much is sent at once, to however many processes, a table has one order."""

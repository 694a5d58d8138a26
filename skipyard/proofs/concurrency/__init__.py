"""Each table has one order of rows, whatever is sent at once to however many processes."""

"""What is special about Skippity's network at play."""

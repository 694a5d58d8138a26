"""What is special about learning Skippity."""

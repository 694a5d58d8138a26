"""What the table promises, tried out for real: each proof is a command that anybody can run."""

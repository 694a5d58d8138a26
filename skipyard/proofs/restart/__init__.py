"""Servers are killed and stopped in the middle of games, and every game ends."""

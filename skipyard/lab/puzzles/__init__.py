"""Finds puzzles in games between bots, and verifies them."""

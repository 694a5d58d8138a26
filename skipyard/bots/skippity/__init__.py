"""Bots of Skippity, with a search of their own, since nothing is hidden in this game."""

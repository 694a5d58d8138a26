"""Bots of Skippity, with a search of their own: nothing is hidden there."""

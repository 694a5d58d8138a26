"""Servers die and stop in the middle of games, and every game is played out."""

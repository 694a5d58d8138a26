"""Winning chances and costly moves of one recorded game."""

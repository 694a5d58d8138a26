"""Pebbles: a game for Skipyard in one small package."""

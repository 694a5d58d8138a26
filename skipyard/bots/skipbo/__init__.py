"""Bots of Skip-Bo and Skip-Bo MOD."""

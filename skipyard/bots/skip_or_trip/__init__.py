"""Bots of Skip or Trip."""

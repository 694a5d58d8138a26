"""Bots of Flip & Skip."""

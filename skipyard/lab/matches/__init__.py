"""Bots that meet on paired deals, and what their results tell."""

"""Matches of bots on paired deals, and the statistics of their results."""

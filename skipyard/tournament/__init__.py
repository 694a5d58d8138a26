"""Tournaments: a log of who came, who met whom and how it ended; no I/O and no clock."""

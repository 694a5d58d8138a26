"""Child processes (bots, winning chances, compiling) and settings of our own process."""

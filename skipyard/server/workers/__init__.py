"""Child processes (bots, winning chances, compiling), and tuning of our own process."""

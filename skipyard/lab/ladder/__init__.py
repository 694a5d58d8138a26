"""Round robins of bots, with ratings."""

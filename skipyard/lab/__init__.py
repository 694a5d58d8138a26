"""Studies of the games and of bots: simulations, matches, ladders, analyses."""

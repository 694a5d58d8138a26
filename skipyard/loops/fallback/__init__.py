"""What a game without bots of its own plays with; `for_game` puts the game's own in their place."""

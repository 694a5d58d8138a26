"""Defaults for games without bots of their own; `for_game` replaces them by the game's own."""

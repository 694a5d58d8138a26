"""Skipyard's games as other people's libraries want them; adapters are thin and know no rule."""

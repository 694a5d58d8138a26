"""Playing, reading rules and looking at positions in a terminal."""

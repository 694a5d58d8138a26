"""Nobody is sent a byte that depends on what they cannot know."""

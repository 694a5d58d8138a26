"""The numbers of bots in compiled code, by name; golden games were played with these numbers."""

GREEDY, RANDOM, RULES = 0, 1, 2
NUMBERS = {"random": RANDOM, "greedy": GREEDY, "rules": RULES}

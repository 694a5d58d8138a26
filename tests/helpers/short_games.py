"""Settings with which a game of each kind soon ends, for whole games in browsers."""

SHORT = {
    "skipbo": ["stock_size=4"],
    "skipbo_mod": ["stock_size=4"],
    "skip_or_trip": ["house_rules=true", "removed_cards=80"],
    "flip_and_skip": ["no_progress_limit=4"],
    "skippity": ["size=6"],
}

"""Open tables: their commands, timers, people and views. Nothing here knows HTTP."""

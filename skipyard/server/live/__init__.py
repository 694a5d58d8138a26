"""Tables while they are open: their commands, timers, people and views. No HTTP in here."""

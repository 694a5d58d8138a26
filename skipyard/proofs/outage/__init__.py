"""An outage costs nobody a game on time: what nobody could use is given back."""

"""Skipyard: five tabletop games, played by people and simulated at speed."""

__version__ = "0.1.0"

"""Our own art as SVG, written by Python: one sprite for each game, and one for the house.

Colours are CSS custom properties (`var(--ink)`), so that one sprite serves every theme.
"""

import pathlib

COLOURS = pathlib.Path(__file__).with_name("colours.css")  # of both themes

"""Pictures of a view as arrays of pixels, for `rgb_array`."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from skipyard import pictures
from skipyard.adapters.variant import Variant
from skipyard.arguments import shown
from skipyard.catalogue import common
from skipyard.core import loop
from skipyard.games.contract import ViewRecord
from skipyard.options import Refused

WIDTH = 800  # pixels
COLOURS = 4  # red, green, blue, and how opaque


def check_render_mode(mode: object, modes: Sequence[str]) -> None:
    """Refuse a mode that an environment does not have."""
    if mode is not None and (not isinstance(mode, str) or mode not in modes):
        raise Refused(
            f"render_mode is one of {', '.join(modes)}, or None; you gave {shown(mode)}.",
            about="render_mode",
        )


def pixels(variant: Variant, view: ViewRecord) -> npt.NDArray[np.uint8]:
    """What a view shows: height x width x 3. It needs resvg-py, which the extra `server` has."""
    seats = range(variant.seats)
    names = [common().say("en", "seat.player", player=seat + 1) for seat in seats]
    scene = variant.game.scene.scene(view, [], names, "en")
    return read_png(pictures.png(pictures.picture(scene, "light"), WIDTH))


def read_png(content: bytes) -> npt.NDArray[np.uint8]:
    """The colours of a PNG as resvg writes it: 8 bits, red green blue and opacity."""
    packed, at = b"", 8
    width = height = 0
    while at < len(content):
        (length,), kind = struct.unpack(">I", content[at : at + 4]), content[at + 4 : at + 8]
        part = content[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, bits, colours = struct.unpack(">IIBB", part[:10])
            assert (bits, colours) == (8, 6)
        elif kind == b"IDAT":
            packed += part
        at += length + 12
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * COLOURS)
    out = np.zeros((height, width * COLOURS), np.uint8)
    unfilter(rows, out)
    return np.ascontiguousarray(out.reshape(height, width, COLOURS)[:, :, :3])


@loop
def unfilter(rows: Any, out: Any) -> None:
    """Undo PNG's filters: each byte is stored as its difference from neighbours."""
    for y in range(out.shape[0]):
        kind = rows[y, 0]
        for x in range(out.shape[1]):
            left = int(out[y, x - COLOURS]) if x >= COLOURS else 0
            above = int(out[y - 1, x]) if y > 0 else 0
            corner = int(out[y - 1, x - COLOURS]) if y > 0 and x >= COLOURS else 0
            guess = 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = above
            elif kind == 3:
                guess = (left + above) // 2
            elif kind == 4:
                most = left + above - corner
                far = abs(most - left), abs(most - above), abs(most - corner)
                if far[0] <= far[1] and far[0] <= far[2]:
                    guess = left
                else:
                    guess = above if far[1] <= far[2] else corner
            out[y, x] = (int(rows[y, x + 1]) + guess) & 255

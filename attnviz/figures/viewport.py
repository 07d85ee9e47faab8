"""Which part of a large map is seen: a rectangle of cells, moved and scaled without ever leaving the map."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Viewport:
    """A part of a map, in cells that count from 0 and may be parts of cells: from `top` and `left` on, so many."""

    top: float
    left: float
    rows: float
    columns: float

"""Masks as people draw them on a sheet: a sign in some cells and nothing in the others."""

from __future__ import annotations

import numpy as np

from attnviz.content.importing.found import FoundArray, array_of
from attnviz.content.importing.headers import Header, labels_of
from attnviz.content.importing.region import Region, filled

_TICKS = frozenset("xX×✓✔✗✘●•*■█")
_SMALLEST = 2  # rows and columns


def is_tick(cell: str) -> bool:
    """True for a cell that holds one of the signs alone."""
    return cell.strip() in _TICKS and bool(cell.strip())


def ticked(region: Region) -> FoundArray | None:
    """The region as true where a sign stands and false where nothing does; None where anything else is in it."""
    for row, column in ((False, False), (True, True), (True, False), (False, True)):
        labels, heads, body = labels_of(region.rows, Header(row, column, shifted=False, reason=""))
        wide = max(map(len, body), default=0)
        cells = [[*line, *[""] * (wide - len(line))] for line in body]
        signs = {cell.strip() for line in cells for cell in line if filled(cell)}
        whole = all(any(is_tick(cell) for cell in line) for line in cells) or row or column
        if len(signs) != 1 or not signs <= _TICKS or len(cells) < _SMALLEST or wide < _SMALLEST or not whole:
            continue
        values = np.array([[is_tick(cell) for cell in line] for line in cells])
        note = f"{next(iter(signs))} is read as true, an empty cell as false."
        return array_of(values, region.title or "mask", labels, heads, note=note)
    return None

"""What the last line of a lattice of maps is worth: one that is all but empty looks as if something was missing."""

from __future__ import annotations

_EMPTY = 0.3  # of the room of maps, which may be so much smaller in lines that are full


def filled(count: int, columns: int) -> float:
    """1 where so many maps fill lines of that many columns, less the emptier the last line is."""
    return 1 - _EMPTY * (-count % columns) / columns

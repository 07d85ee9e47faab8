"""Which powers of ten a legend names where not all have room: each one, each second one, and never some by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

_ALIKE = 0.02  # of the way from power to power: so far from it the end of a scale still is a power itself


@dataclass(frozen=True)
class _Row:
    """Texts in a row: their middles, the room that each takes, and where on the scale their ticks are."""

    middles: Sequence[float]
    sizes: Sequence[float]
    ticks: Sequence[float]

    def touch(self, one: int, other: int) -> bool:
        return abs(self.middles[one] - self.middles[other]) < (self.sizes[one] + self.sizes[other]) / 2

    def way(self, one: int, other: int) -> float:
        """From tick to tick."""
        return abs(self.ticks[one] - self.ticks[other])


def apart(
    middles: Sequence[float], sizes: Sequence[float], middle: int | None = None, ticks: Sequence[float] = ()
) -> list[bool]:
    """Which texts in a row stand, so that none touches another and powers between the ends are left out evenly.

    middles: of the texts, upward. sizes: how much room each takes. middle: the one that stands for 0 between two sides.
    ticks: where these are, if the texts of the ends were moved away from theirs.
    """
    row, last = _Row(middles, sizes, ticks or middles), len(middles) - 1
    kept = {0} if last < 1 or row.touch(0, last) else {0, last}
    if last < 1 or len(kept) < 2:
        return [index in kept for index in range(last + 1)]
    if middle in (None, 0, last):
        sides = [list(range(last + 1))[:: 1 if middle == last else -1]]
    elif row.touch(0, middle or 0) or row.touch(last, middle or 0):
        sides = []
    else:
        kept.add(middle or 0)
        sides = [list(range(0, (middle or 0) + 1)), list(range(last, (middle or 0) - 1, -1))]
    for step in range(1, last):
        found = [_of_side(row, side, step) for side in sides]
        if all(own is not None for own in found):
            kept.update(index for own in found for index in own or ())
            break
    return [index in kept for index in range(last + 1)]


def _of_side(row: _Row, side: list[int], step: int) -> list[int] | None:
    """Each so manieth power from a far end of the scale to a near one; None where these have no room or leave a hole.

    side: the far end, the powers, the near end.
    """
    far, *powers, near = side
    if len(powers) < 2:
        return [own for own in powers if not row.touch(own, far) and not row.touch(own, near)]
    pitch = row.way(powers[0], powers[1])
    from_end = abs(row.way(far, powers[0]) - pitch) < _ALIKE * pitch  # the end is the first of the row
    best: list[int] | None = None
    for first in (step - 1,) if from_end else range(step):
        chosen = [own for own in powers[first::step] if not row.touch(own, near)]
        if not from_end:
            chosen = [own for own in chosen if not row.touch(own, far)]
        line = [far, *chosen, near]
        clear = not any(row.touch(one, other) for one, other in pairwise(line))
        whole = all(row.way(one, other) < 2 * step * pitch for one, other in pairwise(line))
        if clear and whole and chosen and len(chosen) > len(best or ()):
            best = chosen
    return best

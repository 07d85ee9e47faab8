"""A large matrix as small numbers ready to be coloured, at every zoom: the strongest cell of a block stands for it.

A code is a byte: 0 is masked, the next few are kept for marks between and over cells, and the others stand for
numbers, ordered by strength, so that the largest code of a block is its strongest cell and a block is masked only
where all its cells are. Nothing here depends on colours, themes or scales: one picture serves them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnviz.content.colours import Limits
from attnviz.engine.arrays import Array, Bools

Codes = npt.NDArray[np.uint8]
HiddenRows = Callable[[int, int], Bools]  # (first, stop) → (stop − first, S), True where a key is hidden

MASKED = 0
HATCHES = (1, 2, 3)  # lines over what is masked, from faint to full
GRID = 4  # lines between cells
FIRST = 5  # the weakest number
LEVELS = 256 - FIRST  # steps of numbers of one sign
SIDE = LEVELS // 2 - 1  # steps from 0 to either side where there are both signs: two codes each
THUMB = 256  # rows and columns of a thumb at most
_FAINT = 1e-30
_BLOCK = 1 << 18  # numbers that are quantised at once: a megabyte of float32 stays in the cache


@dataclass(frozen=True, eq=False)
class Picture:
    """A pyramid of codes. levels: the first has a code for each block of 2^first × 2^first cells, each next one for
    four of the level before; uint8, read-only. numbers: what each code stands for, (256,), NaN for those of no number.
    ends: the smallest and largest number that is shown, None if all are masked.
    """

    shape: tuple[int, int]
    levels: tuple[Codes, ...]
    numbers: npt.NDArray[np.float64]
    ends: Limits | None
    first: int = 0

    @property
    def nbytes(self) -> int:
        """Memory that it takes."""
        return sum(level.nbytes for level in self.levels) + self.numbers.nbytes

    @property
    def thumb(self) -> Picture:
        """The same without its finer levels: tens of kilobytes, with no more than `THUMB` rows and columns."""
        skip = next((place for place, level in enumerate(self.levels) if max(level.shape) <= THUMB), 0)
        if not skip:
            return self
        kept = tuple(level if level.base is None else level.copy() for level in self.levels[skip:])
        return Picture(self.shape, kept, self.numbers, self.ends, self.first + skip)


def picture(values: Array, hidden: Bools | HiddenRows | None = None, *, signed: bool) -> Picture:
    """The picture of a matrix, made by blocks of rows in little more memory than it takes itself.

    values: (T, S), −inf where hidden. hidden: (T, S), or a function that gives some rows of it; None where only
    −inf is. signed: the number furthest from 0 stands for a block, else the largest.
    """
    rows, columns = values.shape
    height = max(1, min(rows, _BLOCK // max(columns, 1)))
    blocks = [(start, min(start + height, rows)) for start in range(0, rows, height)]
    ends, endless = _ends(values, hidden, blocks)
    codes = np.empty((rows, columns), dtype=np.uint8)
    low, high = ends or (0.0, 0.0)
    both = signed and low < 0 < high
    downward = signed and high <= 0 and low < 0
    for start, stop in blocks:
        part = values[start:stop]
        own = codes[start:stop]
        if both:
            _encode_both(part, own, max(-low, high))
        else:
            _encode(part, own, (high, low) if downward else (low, high))
        if endless:
            own *= (part > -np.inf).view(np.uint8)  # as bytes: NumPy multiplies those many at a time
        if hidden is not None:
            own *= (~_rows_of(hidden, start, stop)).view(np.uint8)
    numbers = _numbers_both(max(-low, high)) if both else _numbers(*((high, low) if downward else (low, high)))
    numbers.flags.writeable = False
    return Picture((rows, columns), _pyramid(codes), numbers, ends)


def halved(codes: Codes, axis: int) -> Codes:
    """Pairs of rows (axis 0) or columns (axis 1) as one, the stronger of each; an odd last one stays as it is."""
    if codes.shape[axis] < 2:
        return codes
    first, second = (codes[0::2], codes[1::2]) if axis == 0 else (codes[:, 0::2], codes[:, 1::2])
    if first.shape == second.shape:
        return np.maximum(first, second)
    made = first.copy()
    pairs = made[:-1] if axis == 0 else made[:, :-1]
    np.maximum(pairs, second, out=pairs)
    return made


def _pyramid(codes: Codes) -> tuple[Codes, ...]:
    levels = [codes]
    while max(levels[-1].shape) > 1:
        levels.append(halved(halved(levels[-1], 0), 1))
    for level in levels:
        level.flags.writeable = False
    return tuple(levels)


def _rows_of(hidden: Bools | HiddenRows, start: int, stop: int) -> Bools:
    return hidden(start, stop) if callable(hidden) else hidden[start:stop]


def _ends(
    values: Array, hidden: Bools | HiddenRows | None, blocks: list[tuple[int, int]]
) -> tuple[Limits | None, bool]:
    """The smallest and largest number that is shown, and whether any is −inf."""
    lows, highs, endless = [], [], False
    for start, stop in blocks:
        part = values[start:stop]
        veil = None if hidden is None else _rows_of(hidden, start, stop)
        if veil is not None and not veil.any():
            veil = None
        if veil is None and part.size and part.min() == -np.inf:
            endless, veil = True, part == -np.inf
        elif veil is not None:
            below = part == -np.inf
            if below.any():
                endless, veil = True, veil | below
        if veil is None:
            lows.append(float(part.min()))
            highs.append(float(part.max()))
        elif not veil.all():
            lows.append(float(np.where(veil, np.inf, part).min()))
            highs.append(float(np.where(veil, -np.inf, part).max()))
    return ((min(lows), max(highs)) if lows else None), endless


def _encode(part: Array, codes: Codes, ends: Limits) -> None:
    """Codes from the weaker to the stronger end."""
    weak, strong = ends
    _settle(np.subtract(part, part.dtype.type(weak)), strong - weak, LEVELS - 1, codes)
    codes += FIRST


def _encode_both(part: Array, codes: Codes, reach: float) -> None:
    """Codes from 0 outward, even steps for one sign and odd ones for the other."""
    _settle(np.abs(part), reach, SIDE, codes)
    codes *= 2
    codes += (part < 0).view(np.uint8)
    codes += FIRST


def _settle(share: Array, reach: float, most: int, codes: Codes) -> None:
    """The nearest of steps 0…most on the way to `reach`; −inf, which is masked, gets any. Overwrites `share`."""
    if not reach:
        codes[...] = 0
        return
    if abs(reach) < _FAINT:  # the steps of numbers so small overflow float32
        share = share.astype(np.float64) / abs(reach) * (reach / abs(reach))
        reach = 1.0
    share *= share.dtype.type(most / reach)
    share += share.dtype.type(0.5)
    np.maximum(share, 0, out=share)
    np.minimum(share, most, out=share)
    codes[...] = share


def _numbers(weak: float, strong: float) -> npt.NDArray[np.float64]:
    numbers = np.full(256, np.nan)
    share = np.arange(LEVELS) / (LEVELS - 1)
    numbers[FIRST:] = weak * (1 - share) + strong * share
    return numbers


def _numbers_both(reach: float) -> npt.NDArray[np.float64]:
    numbers = np.full(256, np.nan)
    steps = np.arange(SIDE + 1) / SIDE * reach
    numbers[FIRST : FIRST + 2 * SIDE + 2 : 2] = steps
    numbers[FIRST + 1 : FIRST + 2 * SIDE + 2 : 2] = -steps
    return numbers

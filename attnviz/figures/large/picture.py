"""A large matrix as small numbers ready to be coloured, at every zoom: the strongest cell of a block stands for it.

A block is masked only where all its cells are. Nothing here depends on colours, themes or scales: one picture serves
them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from attnviz.content.colours import Limits
from attnviz.engine import pool
from attnviz.engine.arrays import Array, Bools
from attnviz.figures.large.codes import Codes, Coding
from attnviz.figures.viewport import Viewport

HiddenRows = Callable[[int, int], Bools]  # (first, stop) → (stop − first, S), True where a key is hidden

THUMB = 512  # rows and columns of a thumb at most: eight maps on a page have a point for each
_BLOCK = 1 << 18  # numbers that are quantised at once: a megabyte of float32 stays in the cache
_HAIR = 1e-9
_MANY = 1 << 20  # numbers from which on several threads are quicker


@dataclass(frozen=True, eq=False)
class Picture:
    """A pyramid of codes. levels: the first has a code for each cell, or for each block of 2^first[0] rows and
    2^first[1] columns, each next one for four of the level before; uint8, read-only. numbers: what each code stands
    for, (256,), NaN for those of no number. ends: the smallest and largest number shown, None if all are masked.
    corner, extent: where a picture of a part begins, and how many rows and columns it has; None: it is of all.
    """

    shape: tuple[int, int]
    levels: tuple[Codes, ...]
    numbers: npt.NDArray[np.float64]
    ends: Limits | None
    first: tuple[int, int] = (0, 0)
    corner: tuple[int, int] = (0, 0)
    extent: tuple[int, int] | None = None

    @property
    def nbytes(self) -> int:
        """Memory that it takes."""
        return sum(level.nbytes for level in self.levels) + self.numbers.nbytes

    @property
    def has_cells(self) -> bool:
        """True if its first level has a code for each cell of the matrix, as no thumb and no part has."""
        return self.first == (0, 0) and self.extent is None

    @property
    def covered(self) -> tuple[int, int]:
        """The rows and columns that it is of."""
        return self.extent or self.shape

    def covers(self, viewport: Viewport) -> bool:
        """True if all of that part is in it."""
        (top, left), (rows, columns) = self.corner, self.covered
        down = top <= viewport.top + _HAIR and viewport.bottom <= top + rows + _HAIR
        return down and left <= viewport.left + _HAIR and viewport.right <= left + columns + _HAIR

    def local(self, viewport: Viewport) -> Viewport:
        """A part of the matrix as counted from where this picture begins."""
        top, left = self.corner
        return viewport if self.extent is None else replace(viewport, top=viewport.top - top, left=viewport.left - left)

    def part(self, rows: tuple[int, int], columns: tuple[int, int], most: int) -> Picture:
        """A picture of some rows and columns, half-open ranges, with no more than `most` codes along each side.

        It is of the whole blocks among which these lie.
        """
        for codes_of_level in range(len(self.levels)):
            level = codes_of_level + self.first[0]
            (top, bottom), (left, right) = ((start >> level, -(-stop >> level)) for start, stop in (rows, columns))
            if max(bottom - top, right - left) <= most:
                break
        codes = self.levels[codes_of_level][top:bottom, left:right].copy()
        corner = top << level, left << level
        extent = min(bottom << level, self.shape[0]) - corner[0], min(right << level, self.shape[1]) - corner[1]
        return replace(self, levels=_pyramid(codes), first=(level, level), corner=corner, extent=extent)

    @property
    def coarse(self) -> Picture | None:
        """The same without its cells, a quarter as large: blocks of two rows and columns; None where it has no more."""
        return replace(self, levels=self.levels[1:], first=(1, 1)) if min(self.levels[0].shape) > 1 else None

    @property
    def thumb(self) -> Picture:
        """The same without its finer levels: a third of a megabyte, with no more than `THUMB` rows and columns."""
        wanted = [_halvings(count) for count in self.levels[0].shape]
        if not any(wanted):
            return self
        start = min(wanted)
        codes = self.levels[start]
        for axis, steps in enumerate(wanted):  # a thin matrix keeps its columns
            for _ in range(steps - start):
                codes = halved(codes, axis)
        codes = codes.copy() if codes is self.levels[start] else codes
        rows, columns = self.first
        return Picture(self.shape, _pyramid(codes), self.numbers, self.ends, (rows + wanted[0], columns + wanted[1]))

    def block(self, level: int) -> tuple[int, int]:
        """The rows and columns of a block of that level."""
        return 2 ** (self.first[0] + level), 2 ** (self.first[1] + level)


def _halvings(count: int) -> int:
    """How often so many rows or columns are halved until a thumb has room for them."""
    steps = 0
    while -(-count >> steps) > THUMB:
        steps += 1
    return steps


def picture(
    values: Array, hidden: Bools | HiddenRows | None = None, *, signed: bool, halvings: int | None = None
) -> Picture:
    """The picture of a matrix, made by blocks of rows in little more memory than it takes itself.

    values: (T, S), −inf where hidden. hidden: (T, S), or a function that gives some rows of it; None where only
    −inf is. signed: the number furthest from 0 stands for a block, else the largest. halvings: as `Coding` has;
    None means none for signed numbers, and two for others.
    """
    rows, columns = values.shape
    height = max(1, min(rows, _BLOCK // max(columns, 1)))
    blocks = [(start, min(start + height, rows)) for start in range(0, rows, height)]
    codes = np.empty((rows, columns), dtype=np.uint8)
    found: dict[int, tuple[Limits | None, bool]] = {}

    def measure(start: int, stop: int) -> None:
        found[start] = _ends(values[start:stop], None if hidden is None else _rows_of(hidden, start, stop))

    def encode(start: int, stop: int) -> None:
        part = values[start:stop]
        veil = None if hidden is None else _rows_of(hidden, start, stop)
        if found[start][1]:
            below = part == -np.inf
            veil = below if veil is None else veil | below
        coding.encode(part, codes[start:stop], veil)

    _run([partial(measure, *block) for block in blocks], values.size)
    ends = [own for own, _ in found.values() if own is not None]
    shown = (min(low for low, _ in ends), max(high for _, high in ends)) if ends else None
    coding = _coding(shown, signed, halvings)
    _run([partial(encode, *block) for block in blocks], values.size)
    return Picture((rows, columns), _pyramid(codes), coding.numbers(), shown)


def part_of_cells(
    values: Array,
    hidden: Bools | None,
    whole: Picture,
    corner: tuple[int, int],
    *,
    signed: bool,
    halvings: int | None = None,
) -> Picture:
    """As `whole.part` gives it where `whole` has a code for each cell, made of the part's own numbers.

    values, hidden: of the part alone. whole: any picture of the matrix, of whose numbers it has the ends. corner: the
    part's first row and column. signed, halvings: as of `whole`.
    """
    rows, columns = values.shape
    codes = np.empty((rows, columns), dtype=np.uint8)
    below = values == -np.inf
    veil = hidden if not below.any() else below if hidden is None else hidden | below
    _coding(whole.ends, signed, halvings).encode(values, codes, veil)
    return replace(whole, levels=_pyramid(codes), first=(0, 0), corner=corner, extent=(rows, columns))


def _coding(ends: Limits | None, signed: bool, halvings: int | None) -> Coding:
    return Coding(ends or (0.0, 0.0), signed, (0 if signed else 2) if halvings is None else halvings)


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


def _run(tasks: list[Callable[[], None]], size: int) -> None:
    """Does all of them, side by side where there is much to do."""
    if size >= _MANY:
        pool.each(tasks)
    else:
        for task in tasks:
            task()


def _rows_of(hidden: Bools | HiddenRows, start: int, stop: int) -> Bools:
    return hidden(start, stop) if callable(hidden) else hidden[start:stop]


def _ends(part: Array, veil: Bools | None) -> tuple[Limits | None, bool]:
    """The smallest and largest number of some rows that is shown, and whether any is −inf."""
    low, high = part.min(initial=np.inf), part.max(initial=-np.inf)
    endless, below = bool(low == -np.inf), None
    if veil is not None and not veil.any():
        veil = None
    if endless:
        below = part == -np.inf
        veil = below if veil is None else veil | below
    if veil is not None:
        if veil.all():
            return None, endless
        low = np.where(veil, np.inf, part).min()
        high = high if veil is below else np.where(veil, -np.inf, part).max()
    return (float(low), float(high)), endless

"""Which part of a large map is seen: a rectangle of cells, moved and scaled without ever leaving the map."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

LEAST = 4.0  # cells that are seen at least, as far as the map has so many
Shape = tuple[int, int]


@dataclass(frozen=True)
class Viewport:
    """A part of a map, in cells that count from 0 and may be parts of cells: from `top` and `left` on, so many.

    along: beside a part of the T×S maps, from where on and how many columns are seen of those maps whose many columns
    are no tokens; None is all of them.
    """

    top: float
    left: float
    rows: float
    columns: float
    along: tuple[float, float] | None = None

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self.top + self.rows

    @property
    def right(self) -> float:
        """Where the last column ends."""
        return self.left + self.columns

    @property
    def seen_rows(self) -> tuple[int, int]:
        """The rows of which any part is seen, a half-open range."""
        return floor(self.top + _HAIR), max(ceil(self.bottom - _HAIR), floor(self.top + _HAIR) + 1)

    @property
    def seen_columns(self) -> tuple[int, int]:
        """The columns of which any part is seen, a half-open range."""
        return floor(self.left + _HAIR), max(ceil(self.right - _HAIR), floor(self.left + _HAIR) + 1)

    def is_whole(self, shape: Shape) -> bool:
        """True if all of a map of that shape is seen, and all of what it has beside it."""
        return self.along is None and self.rows >= shape[0] - _HAIR and self.columns >= shape[1] - _HAIR

    def holds(self, row: float, column: float) -> bool:
        """True if that place is seen."""
        return self.top <= row < self.bottom and self.left <= column < self.right

    def clamped(self, shape: Shape) -> Viewport:
        """The nearest part that lies within a map of that shape and is no smaller than a few cells."""
        rows, columns = (
            min(max(own, min(LEAST, most)), most) for own, most in zip((self.rows, self.columns), shape, strict=True)
        )
        top, left = min(max(self.top, 0.0), shape[0] - rows), min(max(self.left, 0.0), shape[1] - columns)
        return Viewport(float(top), float(left), float(rows), float(columns))

    def zoomed(self, shape: Shape, factor: float, about: tuple[float, float] | None = None) -> Viewport:
        """Nearer where `factor` is above 1, farther below; the place `about` (row, column) stays where it is seen.

        about: None is the middle. A map that is much wider than high keeps all its rows until as many columns are
        seen, and the other way round, as a lens does that comes nearer; so it goes back as well.
        """
        row, column = about or (self.top + self.rows / 2, self.left + self.columns / 2)
        sides = zip(_scaled(self, shape, factor), shape, strict=True)
        rows, columns = (max(own, min(LEAST, most)) for own, most in sides)  # before the place is found, not after
        down, across = (row - self.top) / self.rows, (column - self.left) / self.columns
        return Viewport(row - down * rows, column - across * columns, rows, columns).clamped(shape)

    def panned(self, shape: Shape, rows: float, columns: float) -> Viewport:
        """Moved down and right by so many cells, as far as the map goes."""
        return Viewport(self.top + rows, self.left + columns, self.rows, self.columns).clamped(shape)

    def showing(self, shape: Shape, row: int, column: int) -> Viewport:
        """Moved no farther than it takes for that cell to be seen whole, with a little of what is around it."""
        top = _reaching(self.top, self.rows, row)
        return Viewport(top, _reaching(self.left, self.columns, column), self.rows, self.columns).clamped(shape)

    def centred(self, shape: Shape, row: float, column: float) -> Viewport:
        """Moved so that this place is in the middle, as far as the map goes."""
        return Viewport(row - self.rows / 2, column - self.columns / 2, self.rows, self.columns).clamped(shape)

    def on_whole_cells(self, shape: Shape) -> Viewport:
        """The nearest part that begins and ends with whole rows and columns, none of them more than there were."""
        rows, columns = max(floor(self.rows + _HAIR), 1), max(floor(self.columns + _HAIR), 1)
        nearest = Viewport(float(round(self.top)), float(round(self.left)), float(rows), float(columns)).clamped(shape)
        return Viewport(float(floor(nearest.top)), float(floor(nearest.left)), nearest.rows, nearest.columns)


_HAIR = 1e-9  # of a cell


def whole(shape: Shape) -> Viewport:
    """All of a map."""
    return Viewport(0.0, 0.0, float(shape[0]), float(shape[1]))


def cropped(shape: Shape, rows: tuple[int, int], columns: tuple[int, int]) -> Viewport:
    """These rows and columns, half-open ranges from 0; fewer than a few cells are widened around their middle."""
    ends = []
    for (start, stop), most in zip((rows, columns), shape, strict=True):
        count = min(max(stop - start, min(LEAST, most)), most)
        ends.append(((start + stop - count) / 2, count))
    (top, high), (left, wide) = ends
    return Viewport(float(top), float(left), float(high), float(wide)).clamped(shape)


def seen(viewport: Viewport | None, shape: Shape) -> Viewport:
    """The part of a map that is seen: all of it for None, and never beyond a map that became smaller."""
    return whole(shape) if viewport is None else viewport.clamped(shape)


def _scaled(now: Viewport, shape: Shape, factor: float) -> tuple[float, float]:
    """Rows and columns after zooming: the side that is seen whole waits for the longer one to come down to it."""
    rows, columns = now.rows / factor, now.columns / factor
    if factor > 1:
        if now.rows >= shape[0] - _HAIR and now.columns > now.rows:
            return min(now.rows, columns), columns
        if now.columns >= shape[1] - _HAIR and now.rows > now.columns:
            return rows, min(now.columns, rows)
    least = min(LEAST, *shape)
    if factor > 1 and min(rows, columns) < least:  # both stop together: the picture keeps its proportions
        stop = min(max(least / min(now.rows, now.columns), 1 / factor), 1.0)
        rows, columns = now.rows * stop, now.columns * stop
    return rows, columns


def _reaching(start: float, length: float, place: int) -> float:
    """The start of a part so long that shows `place`, with a tenth of the part around it where it was outside."""
    margin = min(1.0 + length / 10, max((length - 1) / 2, 0.0))
    if place < start - _HAIR:
        return place - margin
    if place + 1 > start + length + _HAIR:
        return place + 1 + margin - length
    return start

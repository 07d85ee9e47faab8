"""Where the exhibits of a result stand on a page: as large as the room allows, scrolled before they shrink too far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import log
from typing import Protocol

from PySide6.QtCore import QRectF, QSizeF

GAP = 20.0  # pixels between exhibits
_MOST_ITEMS = 9  # of which every way to break them into rows is tried
_BEST = 1.9  # times its liked size up to which an exhibit gains by room
_SCROLLS = 0.9  # what a page that scrolls loses, as much as exhibits at 0.4 of their liked size


class Item(Protocol):
    """What stands on a page: one exhibit, or a pair of columns of them.

    likes: the size at which nothing is missing. grows: whether it gains by more height than it needs.
    """

    @property
    def likes(self) -> QSizeF:
        """The size at which nothing is missing."""
        ...

    @property
    def grows(self) -> bool:
        """Whether it gains by more height than it needs."""
        ...

    def least(self, width: float) -> QSizeF:
        """The least width at which it can be read, and the least height at `width`."""
        ...


@dataclass(frozen=True)
class One:
    """One exhibit by its measures."""

    likes: QSizeF
    grows: bool
    measure: Callable[[float], QSizeF]

    def least(self, width: float) -> QSizeF:
        """As `measure` has it."""
        return self.measure(width)


@dataclass(frozen=True)
class PlacedPage:
    """A rectangle for each item, and the size of the whole."""

    rects: tuple[QRectF, ...]
    size: QSizeF


def arranged(items: tuple[Item, ...], room: QSizeF) -> PlacedPage:
    """The items in reading order, in the rows that give them the most; higher than `room` only if they must be."""
    if not items:
        return PlacedPage((), room)
    best: tuple[float, PlacedPage] | None = None
    for rows in _ways(len(items)):
        found = _attempt(items, rows, room)
        if best is None or found[0] > best[0]:
            best = found
    assert best is not None
    return best[1]


def least_height(items: tuple[Item, ...], width: float) -> float:
    """The height that the items need at that width, in the rows that need least."""
    if not items:
        return 0.0
    return min(_rows_height(items, rows, width) for rows in _ways(len(items)))


def least_width(items: tuple[Item, ...]) -> float:
    """The width that the widest of the items needs."""
    return max((item.least(1.0).width() for item in items), default=0.0)


def _ways(count: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to break so many items into rows; of very many only rows of one to three."""
    if count > _MOST_ITEMS:
        for each in (1, 2, 3):
            yield tuple(tuple(range(start, min(start + each, count))) for start in range(0, count, each))
        return
    for breaks in range(1 << (count - 1)):
        rows: list[tuple[int, ...]] = [(0,)]
        for index in range(1, count):
            if breaks >> (index - 1) & 1:
                rows.append((index,))
            else:
                rows[-1] = (*rows[-1], index)
        yield tuple(rows)


def _widths(items: tuple[Item, ...], row: tuple[int, ...], width: float) -> list[float]:
    """The least width for each, what is left by what they like."""
    least = [items[index].least(1.0).width() for index in row]
    spare = width - GAP * (len(row) - 1) - sum(least)
    if spare <= 0:
        return least
    wanted = [max(items[index].likes.width() - low, 0.0) for index, low in zip(row, least, strict=True)]
    total = sum(wanted)
    if total >= spare:
        return [low + want * spare / total for low, want in zip(least, wanted, strict=True)]
    rest = spare - total
    share = [items[index].likes.width() if items[index].grows else 0.0 for index in row]
    whole = sum(share) or 1.0
    return [low + want + rest * part / whole for low, want, part in zip(least, wanted, share, strict=True)]


def _attempt(items: tuple[Item, ...], rows: tuple[tuple[int, ...], ...], room: QSizeF) -> tuple[float, PlacedPage]:
    widths = [_widths(items, row, room.width()) for row in rows]
    least = [
        max(items[index].least(width).height() for index, width in zip(row, own, strict=True))
        for row, own in zip(rows, widths, strict=True)
    ]
    gaps = GAP * (len(rows) - 1)
    spare = room.height() - gaps - sum(least)
    heights = _heights(items, rows, widths, least, spare)
    page_width = max(room.width(), *(sum(own) + GAP * (len(own) - 1) for own in widths))
    over = max(sum(heights) + gaps - room.height(), 0.0)
    wide = max(page_width - room.width() - 0.5, 0.0)
    score = -_SCROLLS * len(items) * (over > 0.5) - over / max(room.height(), 1.0) - 100.0 * (wide > 0)
    rects: list[QRectF] = []
    tops = [0.0, *accumulate(height + GAP for height in heights)]
    for row, own, top, height in zip(rows, widths, tops, heights, strict=False):
        x = 0.0
        for index, width in zip(row, own, strict=True):
            rects.append(QRectF(x, top, width, height))
            likes = items[index].likes
            score += log(max(min(width / likes.width(), height / likes.height(), _BEST), 0.05))
            x += width + GAP
    return score, PlacedPage(tuple(rects), QSizeF(page_width, sum(heights) + gaps))


def _heights(
    items: tuple[Item, ...],
    rows: tuple[tuple[int, ...], ...],
    widths: list[list[float]],
    least: list[float],
    spare: float,
) -> list[float]:
    """The least heights, and what is left for rows in which something gains by it."""
    if spare <= 0:
        return least
    growing = [any(items[index].grows for index in row) for row in rows]
    wanted = []
    for row, own, low, grows in zip(rows, widths, least, growing, strict=True):
        likes = max(_BEST * items[index].likes.height() if items[index].grows else low for index in row)
        tall = max((width for index, width in zip(row, own, strict=True) if items[index].grows), default=0.0)
        wanted.append(max(min(likes, 1.2 * tall) - low, 0.0) if grows else 0.0)
    total = sum(wanted)
    factor = min(spare / total, 1.0) if total else 0.0
    return [low + want * factor for low, want in zip(least, wanted, strict=True)]


def _rows_height(items: tuple[Item, ...], rows: tuple[tuple[int, ...], ...], width: float) -> float:
    total = GAP * (len(rows) - 1)
    for row in rows:
        own = _widths(items, row, width)
        if sum(own) + GAP * (len(row) - 1) > width + 0.5:
            return 1e6
        total += max(items[index].least(wide).height() for index, wide in zip(row, own, strict=True))
    return total

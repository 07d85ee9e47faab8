"""Where the exhibits of a result stand on a page: as large as the room allows, scrolled before they shrink too far."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import inf, log

from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.labs.heights import GAP, folded, grown
from attnviz.figures.labs.items import BEST, Item, One, highest, lines_of, useful
from attnviz.figures.labs.page_rows import Row, Rows, Way, share_score

_MOST_STACKED, _MOST_ROWS = 6, 10  # exhibits of which every way to stack them, or only to break them, is tried
_SCROLLS = 0.9  # what a page that scrolls loses, as much as if its exhibits were so much smaller (as a logarithm)
_UNSEEN, _CUT = 1.0, 0.2  # and for each exhibit of which more than such a part is out of sight before one scrolls
_PICTURE = 1.5  # more of it for a plane or plot, which is looked at before bars and tables of the same numbers
_EMPTY = 1.5  # what a page loses for its empty part, in the same measure
_STAYS = 0.3  # for each exhibit: by so much another arrangement must be better to take the place of the present one
_UNEVEN = 0.15  # what a row with one exhibit more than another loses, in the same measure
_UNLIKE = 1.0  # what a page loses where one of the exhibits that are to be alike is wider than another, in that measure
_GOOD = 12  # arrangements that are worth trying again with other letters
_LITTLE = 0.35  # of the height of a row: less of it, before one scrolls, is its title and legend alone, or half of that


@dataclass(frozen=True)
class PlacedPage:
    """A rectangle for each item, and the size of the whole. worst: the smallest share of its liked size that one has.

    score: how much the items have of what they like, to be compared with other pages of the same items. ways: the
    arrangements that gave them most.
    """

    rects: tuple[QRectF, ...]
    size: QSizeF
    worst: float = 1.0
    score: float = 0.0
    ways: tuple[Way, ...] = ()


def arranged(
    items: tuple[Item, ...],
    room: QSizeF,
    ways: tuple[Way, ...] = (),
    stays: Way | None = None,
    pairs: tuple[int, ...] = (),
) -> PlacedPage:
    """The items in reading order, in the rows and stacks that give them most; higher than `room` only if they must.

    ways: those that are tried, all by default; `PlacedPage.ways` of another page of the same items are good ones.
    stays: the arrangement that people have before them, which is kept unless another one is much better.
    pairs: items that stand beside the next one, in a row without stacks, wherever the width allows it.
    """
    if not items:
        return PlacedPage((), room)
    tried, rows = ways or _ways(len(items)), Rows(items, room.width())
    paired = [way for way in tried if all(_are_beside(way, first) for first in pairs)] or tried
    drafts = [_Draft(way, rows.of(way), room) for way in paired]
    if pairs and all(draft.is_wide for draft in drafts):
        drafts = [_Draft(way, rows.of(way), room) for way in tried]
    bonus = _STAYS * len(items)
    best = _best(drafts, [bonus * (draft.way == stays) for draft in drafts])
    return replace(best[0].page, ways=tuple(draft.way for draft in best))


def _best(drafts: list[_Draft], more: list[float]) -> list[_Draft]:
    """Those whose pages have the highest scores, the best one first. more: what is added to each score.

    The others are not even placed, once they cannot be among them.
    """
    found: list[tuple[float, int]] = []
    for number in sorted(range(len(drafts)), key=lambda number: -drafts[number].most - more[number]):
        if len(found) == _GOOD and drafts[number].most + more[number] < -found[-1][0] - 1e-9:
            break
        insort(found, (round(-drafts[number].page.score - more[number], 9), number))
        del found[_GOOD:]
    return [drafts[number] for _, number in found]


def _are_beside(way: Way, first: int) -> bool:
    return any((first,) in row and (first + 1,) in row and max(map(len, row)) == 1 for row in way)


def least_height(items: tuple[Item, ...], width: float) -> float:
    """The height that the items need at that width, in the rows that need least."""
    if not items:
        return 0.0
    rows = Rows(items, width)
    found = (rows.of(way, aligned=False) for way in _ways(len(items)))
    fitting = (way for way in found if all(row.whole <= width + 0.5 for row in way))
    return min((sum(row.least for row in way) + GAP * (len(way) - 1) for way in fitting), default=1e6)


@lru_cache(maxsize=16)
def _ways(count: int) -> tuple[Way, ...]:
    """Every way to set so many items under and beside each other; of many only some."""
    if count > _MOST_ROWS:
        return tuple(
            tuple(
                tuple((index,) for index in range(start, min(start + each, count))) for start in range(0, count, each)
            )
            for each in (1, 2, 3, 4)
        )
    joints = ("row", "beside", "below") if count <= _MOST_STACKED else ("row", "beside")
    return tuple(_way(joined) for joined in product(joints, repeat=count - 1))


def _way(joined: tuple[str, ...]) -> Way:
    rows: list[list[list[int]]] = [[[0]]]
    for index, joint in enumerate(joined, start=1):
        if joint == "row":
            rows.append([[index]])
        elif joint == "beside":
            rows[-1].append([index])
        else:
            rows[-1][-1].append(index)
    return tuple(tuple(tuple(stack) for stack in row) for row in rows)


@dataclass(frozen=True)
class _Draft:
    """A way to set the items of a page, with its rows in their widths."""

    way: Way
    rows: tuple[Row, ...]
    room: QSizeF

    @cached_property
    def _heights(self) -> list[float]:
        """Of the rows."""
        least, more = [row.least for row in self.rows], [row.more for row in self.rows]
        tall, gaps = self.room.height(), GAP * (len(self.rows) - 1)
        return folded(grown(least, more, tall - gaps - sum(least)), more, tall, _LITTLE)

    @cached_property
    def _whole(self) -> float:
        """The width of the page."""
        return max(self.room.width(), *(row.whole for row in self.rows))

    @property
    def is_wide(self) -> bool:
        """True if it has too little width."""
        return self._whole - self.room.width() > 0.5

    @cached_property
    def _over(self) -> float:
        """How much of the page is below the room."""
        return sum(self._heights) + GAP * (len(self.rows) - 1) - self.room.height()

    @cached_property
    def _lost(self) -> float:
        """What it loses whatever stands in its rows."""
        lengths = [len(row.stacks) for row in self.rows]
        lost = 100.0 * self.is_wide + _UNEVEN * (max(lengths) - min(lengths))
        if self._over > 0.5:
            lost += _SCROLLS * sum(row.count for row in self.rows) + self._over / max(self.room.height(), 1.0)
        return lost

    @cached_property
    def most(self) -> float:
        """What its score may be at most."""
        return sum(map(Row.most, self.rows, self._heights)) - self._lost

    @cached_property
    def page(self) -> PlacedPage:
        """All in its place."""
        rects = self._rects()
        items = [item for row in self.rows for stack in row.stacks for item in stack.items]
        score, worst, used, tall = -self._lost, BEST, 0.0, self.room.height()
        for item, rect in zip(items, rects, strict=True):
            wide, high, likes = rect.width(), rect.height(), item.likes
            share = min(wide / likes.width(), high / likes.height(), BEST)
            worst = min(worst, share)
            score += share_score(item, share)
            if self._over > 0.5:
                score -= _weight(item) * (rect.bottom() - tall > _CUT * high)
            used += (wide if item.grows else min(wide, likes.width())) * min(high, useful(item, wide))
        score -= _UNLIKE * _unlike(items, rects)
        score -= _EMPTY * max(1.0 - used / max(self.room.width() * tall, 1.0), 0.0)
        return PlacedPage(tuple(rects), QSizeF(self._whole, self._over + tall), worst, score)

    def _rects(self) -> list[QRectF]:
        """The place of each item."""
        rects, top = list[QRectF](), 0.0
        for row, height in zip(self.rows, self._heights, strict=True):
            x, lines = 0.0, lines_of(row.stacks, row.widths, height)
            for stack, width, own in zip(row.stacks, row.widths, lines, strict=True):
                rects += stack.placed(QRectF(x, top, width, height), own)
                x += width + GAP
            top += height + GAP
        return rects


def _unlike(items: list[Item], rects: list[QRectF]) -> float:
    """How much wider one of those that are to be alike is than another, as a logarithm."""
    widths = [rect.width() for item, rect in zip(items, rects, strict=True) if isinstance(item, One) and item.alike]
    return log(max(widths) / max(min(widths), 1.0)) if len(widths) > 1 else 0.0


def _weight(item: Item) -> float:
    """What it costs that it is out of sight."""
    return _UNSEEN + _PICTURE * (highest(item) < inf)

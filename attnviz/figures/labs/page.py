"""Where the exhibits of a result stand on a page: as large as the room allows, scrolled before they shrink too far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import inf, log

from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.labs.heights import GAP, folded, grown
from attnviz.figures.labs.items import BEST, Item, One, Stack, highest, lines_of, useful

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

Way = tuple[tuple[tuple[int, ...], ...], ...]  # rows of stacks of items


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
    stacks: dict[tuple[int, ...], Stack] = {}
    tried = ways or _ways(len(items))
    paired = [way for way in tried if all(_are_beside(way, first) for first in pairs)]
    pages = [(_attempt(items, way, room, stacks), way) for way in paired or tried]
    if pairs and all(page.size.width() > room.width() + 0.5 for page, _ in pages):
        pages = [(_attempt(items, way, room, stacks), way) for way in tried]
    pages.sort(key=lambda found: -(found[0].score + _STAYS * len(items) * (found[1] == stays)))
    return replace(pages[0][0], ways=tuple(way for _, way in pages[:_GOOD]))


def _are_beside(way: Way, first: int) -> bool:
    return any((first,) in row and (first + 1,) in row and max(map(len, row)) == 1 for row in way)


def least_height(items: tuple[Item, ...], width: float) -> float:
    """The height that the items need at that width, in the rows that need least."""
    if not items:
        return 0.0
    heights = []
    stacks: dict[tuple[int, ...], Stack] = {}
    for way in _ways(len(items)):
        rows = [_stacks(items, row, stacks) for row in way]
        widths = [_widths(row, width) for row in rows]
        if all(sum(own) + GAP * (len(own) - 1) <= width + 0.5 for own in widths):
            heights.append(sum(map(_least, rows, widths)) + GAP * (len(rows) - 1))
    return min(heights, default=1e6)


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


def _attempt(items: tuple[Item, ...], way: Way, room: QSizeF, known: dict[tuple[int, ...], Stack]) -> PlacedPage:
    rows = [_stacks(items, row, known) for row in way]
    widths = _aligned(rows, room.width())
    least = list(map(_least, rows, widths))
    gaps = GAP * (len(rows) - 1)
    more = [
        max(stack.useful(width) for stack, width in zip(row, own, strict=True)) - low
        for row, own, low in zip(rows, widths, least, strict=True)
    ]
    heights = folded(grown(least, more, room.height() - gaps - sum(least)), more, room.height(), _LITTLE)
    whole = max(room.width(), *(sum(own) + GAP * (len(own) - 1) for own in widths))
    over, wide = sum(heights) + gaps - room.height(), whole - room.width()
    lengths = [len(row) for row in rows]
    score = -100.0 * (wide > 0.5) - _UNEVEN * (max(lengths) - min(lengths))
    if over > 0.5:
        score -= _SCROLLS * len(items) + over / max(room.height(), 1.0)
    rects: list[QRectF] = []
    worst, top, used = BEST, 0.0, 0.0
    for row, own, height in zip(rows, widths, heights, strict=True):
        x = 0.0
        for stack, width, lines in zip(row, own, lines_of(row, own, height), strict=True):
            places = stack.placed(QRectF(x, top, width, height), lines)
            for item, place in zip(stack.items, places, strict=True):
                score -= _weight(item) * (over > 0.5 and place.bottom() - room.height() > _CUT * place.height())
                share = min(place.width() / item.likes.width(), place.height() / item.likes.height(), BEST)
                worst = min(worst, share)
                wide = place.width() if item.grows else min(place.width(), item.likes.width())
                used += wide * min(place.height(), useful(item, place.width()))
                score += log(max(share, 0.05)) if item.grows else log(max(min(share, 1.0), 0.05))
            rects += places
            x += width + GAP
        top += height + GAP
    score -= _UNLIKE * _unlike(items, rects)
    score -= _EMPTY * max(1.0 - used / max(room.width() * room.height(), 1.0), 0.0)
    return PlacedPage(tuple(rects), QSizeF(whole, sum(heights) + gaps), worst, score)


def _unlike(items: tuple[Item, ...], rects: list[QRectF]) -> float:
    """How much wider one of those that are to be alike is than another, as a logarithm."""
    widths = [rect.width() for item, rect in zip(items, rects, strict=True) if isinstance(item, One) and item.alike]
    return log(max(widths) / max(min(widths), 1.0)) if len(widths) > 1 else 0.0


def _stacks(
    items: tuple[Item, ...], row: tuple[tuple[int, ...], ...], known: dict[tuple[int, ...], Stack]
) -> list[Stack]:
    for stack in row:
        if stack not in known:
            known[stack] = Stack(tuple(items[index] for index in stack))
    return [known[stack] for stack in row]


def _aligned(rows: list[list[Stack]], width: float) -> list[list[float]]:
    """The widths of each row's stacks; rows of equally many begin under each other where that leaves all they need."""
    common: dict[int, list[float]] = {}
    for count in {len(row) for row in rows if len(row) > 1}:
        same = [row for row in rows if len(row) == count]
        columns = [Stack(tuple(item for stack in stacks for item in stack.items)) for stacks in zip(*same, strict=True)]
        if len(same) > 1 and sum(column.narrowest for column in columns) + GAP * (count - 1) <= width:
            common[count] = _widths(columns, width)
    return [common.get(len(row)) or _widths(row, width) for row in rows]


def _widths(row: list[Stack], width: float) -> list[float]:
    """The least width for each, what is left by what they like, and the rest to those that grow."""
    least = [stack.narrowest for stack in row]
    spare = width - GAP * (len(row) - 1) - sum(least)
    if spare <= 0:
        return least
    wanted = [max(stack.likes.width() - low, 0.0) for stack, low in zip(row, least, strict=True)]
    total = sum(wanted)
    if total >= spare:
        return [low + want * spare / total for low, want in zip(least, wanted, strict=True)]
    share = [stack.likes.width() if stack.grows else 0.0 for stack in row]
    factor = (spare - total) / (sum(share) or 1.0)
    return [low + want + part * factor for low, want, part in zip(least, wanted, share, strict=True)]


def _least(row: list[Stack], widths: list[float]) -> float:
    return max(stack.height(width) for stack, width in zip(row, widths, strict=True))


def _weight(item: Item) -> float:
    """What it costs that it is out of sight."""
    return _UNSEEN + _PICTURE * (highest(item) < inf)

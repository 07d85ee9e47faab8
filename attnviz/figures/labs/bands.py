"""A page that is read in lines from above, with what goes on meanwhile in a column at its left."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.labs.heights import GAP, folded, grown
from attnviz.figures.labs.items import BEST, One, Stack, useful
from attnviz.figures.labs.page import PlacedPage

Bands = tuple[tuple[int, ...], ...]  # lines of items
_SHARES = (0.4, 0.36, 0.32, 0.28, 0.24, 0.2)  # of the width that the column at the left may have
_SMALLER = 2.0  # times that the first thing there may have less of its liked size than what is read
_SOMEWHAT_SMALLER = 1.25  # the same for what stands below it, whose numbers are read too
_LITTLE = 0.5  # of the height of a line: less of it tells nothing
_BROKEN = 0.15  # what it costs that the title over something is broken
_NEARLY = 0.8  # of the height that it likes at least, for something to begin with the line beside it
_ASIDE = 0.4  # how much what stands there counts, beside what is read


def banded(items: tuple[One, ...], bands: Bands, room: QSizeF) -> PlacedPage:
    """The items in their lines, those in none under each other at the left; higher than `room` only if they must be.

    The column at the left is as wide as gives all of them most.
    """
    aside = _aside(items, bands)
    pages = [_placed(items, bands, aside, room, left) for left in _lefts(items, aside, room.width())]
    return max(pages, key=lambda page: page.score)


def across_at_least(narrowest: Sequence[float], bands: Bands) -> float:
    """How far a page reaches to the right at least, by the least width of each item."""
    aside = [narrowest[index] for index in _aside(narrowest, bands)]
    longest = max((sum(narrowest[index] for index in band) + GAP * (len(band) - 1) for band in bands), default=0.0)
    return max(aside) + GAP + longest if aside else longest


def has_width(items: tuple[One, ...], bands: Bands, width: float, enough: float = 0.0) -> bool:
    """False if `banded` can have no page so wide that is whole and of which each has `enough` of its liked size.

    It asks for no height, of which there is one for each width.
    """
    aside = _aside(items, bands)
    for left in _lefts(items, aside, width):
        start = left + GAP if aside else 0.0
        lines = [[items[index] for index in band] for band in bands]
        widths = [_widths(line, width - start) for line in lines]
        shares = [
            wide / one.likes.width()
            for line, own in zip(lines, widths, strict=True)
            for one, wide in zip(line, own, strict=True)
        ]
        shares += [_SMALLER * left / items[index].likes.width() for index in aside[:1]]
        across = max((start + sum(own) + GAP * (len(own) - 1) for own in widths), default=0.0)
        if across <= width + 0.5 and min(shares, default=1.0) >= enough:
            return True
    return False


def _aside(items: Sequence[object], bands: Bands) -> tuple[int, ...]:
    """What is in no line."""
    read = {index for band in bands for index in band}
    return tuple(index for index in range(len(items)) if index not in read)


def _lefts(items: tuple[One, ...], aside: tuple[int, ...], width: float) -> list[float]:
    """The widths of the column at the left that are tried, the largest first."""
    if not aside:
        return [0.0]
    least = Stack(tuple(items[index] for index in aside)).narrowest
    return sorted({max(share * width, least) for share in _SHARES}, reverse=True)


def _placed(items: tuple[One, ...], bands: Bands, aside: tuple[int, ...], room: QSizeF, left: float) -> PlacedPage:
    rects, read = [QRectF()] * len(items), [index for band in bands for index in band]
    start = left + GAP if aside else 0.0
    low = items[aside[1]].height(left) if len(aside) == 2 else 0.0
    right, tall = _place_lines(rects, items, bands, QRectF(start, 0, room.width() - start, room.height()), low)
    if aside:
        tops = sorted({rects[index].top() for band in bands for index in band})
        tall = _place_aside(rects, items, aside, QSizeF(left, max(tall, room.height())), tall, tops)
    shares = [_share(one, rect) for one, rect in zip(items, rects, strict=True)]
    over, wide = max(tall - room.height(), 0.0), max(right - room.width(), 0.0)
    score = sum((_ASIDE if index in aside else 1.0) * log(max(share, 0.05)) for index, share in enumerate(shares))
    score -= 100.0 * (wide > 0.5) + 10.0 * (over > 0.5) + over / max(room.height(), 1.0)
    score -= _BROKEN * sum(_is_broken(items[index], rects[index].width()) for index in read)
    worst = min((share for index, share in enumerate(shares) if index not in aside), default=1.0)
    if aside:
        worst = min(worst, _SMALLER * shares[aside[0]], *(_SOMEWHAT_SMALLER * shares[index] for index in aside[1:]))
    return PlacedPage(tuple(rects), QSizeF(max(room.width(), right), tall), worst, score)


def _place_lines(
    rects: list[QRectF], items: tuple[One, ...], bands: Bands, room: QRectF, low: float
) -> tuple[float, float]:
    """The lines under each other; how far they reach to the right and down.

    low: the height that what begins beside the last of them needs, which that has, too, where there is room.
    """
    lines = [[items[index] for index in band] for band in bands]
    widths = [_with_whole_titles(line, _widths(line, room.width())) for line in lines]
    least, more = [], []
    for line, own in zip(lines, widths, strict=True):
        least.append(max(one.height(wide) for one, wide in zip(line, own, strict=True)))
        more.append(max(useful(one, wide) for one, wide in zip(line, own, strict=True)) - least[-1])
    spare = room.height() - GAP * (len(lines) - 1) - sum(least)
    more_low = max(low - least[-1], 0.0)
    if more_low <= spare:
        least[-1], more[-1], spare = least[-1] + more_low, max(more[-1] - more_low, 0.0), spare - more_low
    heights = grown(least, more, spare)
    heights = folded(heights, more, room.height(), _LITTLE)
    top, right = 0.0, 0.0
    for band, own, height in zip(bands, widths, heights, strict=True):
        x = room.left()
        for index, wide in zip(band, own, strict=True):
            rects[index] = QRectF(x, top, wide, height)
            x += wide + GAP
        right = max(right, x - GAP)
        top += height + GAP
    return right, top - GAP


def _place_aside(
    rects: list[QRectF],
    items: tuple[One, ...],
    aside: tuple[int, ...],
    room: QSizeF,
    tall: float,
    tops: list[float],
) -> float:
    """What stands at the left, the first with all the room that the others do not like; how far all reaches down.

    tops: of the lines beside it. Of two things there the second begins with a line, where both have room so.
    """
    needed = Stack(tuple(items[index] for index in aside)).height(room.width())
    tall = max(tall, needed)
    room = room.expandedTo(QSizeF(0, tall))
    below = [_liked(items[index], room.width(), 0.5 * (room.height() - needed)) for index in aside[1:]]
    if len(aside) == 2:
        above, under = (items[index].height(room.width()) for index in aside)
        free = [top for top in tops if above + GAP <= top <= room.height() - max(under, _NEARLY * below[0])]
        if free:
            nearest = min(free, key=lambda top: abs(top - (room.height() - below[0])))
            below = [room.height() - nearest]
    top = 0.0
    for index, height in zip(aside, (room.height() - sum(below) - GAP * len(below), *below), strict=True):
        rects[index] = QRectF(0, top, room.width(), height)
        top += height + GAP
    return tall


def _share(one: One, rect: QRectF) -> float:
    """How much of its liked size something has; a table that has its width lacks nothing, its words being in lines."""
    across = rect.width() / one.likes.width()
    return min(across, rect.height() / one.likes.height(), BEST) if one.grows else min(across, 1.0)


def _liked(one: One, width: float, spare: float) -> float:
    """The height that it needs, and what it likes of the spare one."""
    least = one.height(width)
    return least + min(max(one.likes.height() - least, 0.0), spare)


def _widths(line: list[One], width: float) -> list[float]:
    """As wide as each other where each can be read so, else as they need."""
    room = width - GAP * (len(line) - 1)
    if all(one.narrowest <= room / len(line) for one in line):
        return [room / len(line)] * len(line)
    spare = max(room - sum(one.narrowest for one in line), 0.0) / len(line)
    return [one.narrowest + spare for one in line]


def _with_whole_titles(line: list[One], widths: list[float]) -> list[float]:
    """The widths; where the title of one is broken, and others have more than they need for theirs, shared anew.

    But not where the line would become higher, as words over another one take more lines then.
    """
    if not any(map(_is_broken, line, widths)):
        return widths
    wanted = [max(one.narrowest, one.titled) for one in line]
    spare = sum(widths) - sum(wanted)
    shared = [width + spare / len(line) for width in wanted]
    before, after = (max(map(One.height, line, own)) for own in (widths, shared))
    return shared if spare >= 0 and after <= before + 1 else widths


def _is_broken(one: One, width: float) -> bool:
    """True if its title has more than one line."""
    return width < one.titled - 0.5

"""What stands on a page: exhibits by their measures, alone or under each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import inf, log
from typing import Protocol

from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.labs.heights import GAP, grown

BEST = 2.2  # times its liked size up to which an exhibit gains by room
_SQUARE = 1.15  # times its width up to which the height of an exhibit is good for anything
_NEAR = 36.0  # pixels between lines that are meant as one: what words over one of two maps take
_STEP = 8.0  # pixels of width within which an exhibit needs the same height


class Item(Protocol):
    """What stands on a page: one exhibit, or a pair of columns of them."""

    @property
    def likes(self) -> QSizeF:
        """The size at which nothing is missing."""
        ...

    @property
    def grows(self) -> bool:
        """Whether it gains by more height than it needs."""
        ...

    @property
    def narrowest(self) -> float:
        """The least width at which it can be read."""
        ...

    def height(self, width: float) -> float:
        """The least height at that width."""
        ...


@dataclass(frozen=True)
class One:
    """One exhibit by its measures. measure: the least width, and the least height at a width.

    titled: the least width at which its title is in one line, 0 where that is no matter. highest: the height above
    which it gains no more. alike: it is to be as wide as others of its page that are alike.
    """

    likes: QSizeF
    grows: bool
    measure: Callable[[float], QSizeF]
    titled: float = 0.0
    highest: float = inf
    alike: bool = False

    @cached_property
    def _known(self) -> dict[int, float]:
        return {}

    @cached_property
    def narrowest(self) -> float:
        """The least width at which it can be read."""
        return self.measure(1.0).width()

    def height(self, width: float) -> float:
        """The least height at that width, found once for widths that hardly differ."""
        key = int(max(width, self.narrowest) // _STEP)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self.measure(max(key * _STEP, self.narrowest)).height()
        return known


@dataclass(frozen=True)
class Stack:
    """Some items under each other, as wide as each other."""

    items: tuple[Item, ...]

    @cached_property
    def likes(self) -> QSizeF:
        """The widest of them, and all their heights."""
        tall = sum(item.likes.height() for item in self.items) + GAP * (len(self.items) - 1)
        return QSizeF(max(item.likes.width() for item in self.items), tall)

    @cached_property
    def likes_in_logarithms(self) -> float:
        """The heights that they like, one times the other, as a logarithm."""
        return sum(log(item.likes.height()) for item in self.items)

    @cached_property
    def grows(self) -> bool:
        """True if one of them does."""
        return any(item.grows for item in self.items)

    @cached_property
    def narrowest(self) -> float:
        """The width that each of them can be read at."""
        return max(item.narrowest for item in self.items)

    def height(self, width: float) -> float:
        """What all of them need."""
        return sum(item.height(width) for item in self.items) + GAP * (len(self.items) - 1)

    def useful(self, width: float) -> float:
        """The height up to which more of it is good for something."""
        return sum(useful(item, width) for item in self.items) + GAP * (len(self.items) - 1)

    def placed(self, place: QRectF, lines: list[float] | None = None) -> list[QRectF]:
        """A rectangle for each: what is left goes to those that gain by it. lines: heights that they have instead."""
        if len(self.items) == 1:
            return [place]
        heights = lines or _shared([(self, place.width())], place.height())
        tops = accumulate([place.top(), *(height + GAP for height in heights)])
        return [QRectF(place.left(), top, place.width(), height) for top, height in zip(tops, heights, strict=False)]


def useful(item: Item, width: float) -> float:
    """The height up to which more of it is good for something."""
    least = item.height(width)
    return max(min(BEST * item.likes.height(), _SQUARE * width, highest(item)), least) if item.grows else least


def highest(item: Item) -> float:
    """The height above which it gains no more."""
    return item.highest if isinstance(item, One) else inf


def lines_of(row: Sequence[Stack], widths: Sequence[float], height: float) -> list[list[float] | None]:
    """The heights in each stack, the same in neighbours of equally many items that would begin in nearly one line.

    None where a stack has its own.
    """
    if all(len(stack.items) == 1 for stack in row):
        return [None] * len(row)
    found: list[list[float] | None] = []
    group: list[tuple[Stack, float]] = []
    for own in (*zip(row, widths, strict=True), None):
        if own is not None and _meet([*group, own], height):
            group.append(own)
            continue
        found += [_shared(group, height) if len(group) > 1 else None] * len(group)
        group = [] if own is None else [own]
    return found


def _meet(stacks: list[tuple[Stack, float]], height: float) -> bool:
    """True if those stacks may have lines in common."""
    count = len(stacks[0][0].items)
    if len(stacks) > 1 and (count == 1 or any(len(stack.items) != count for stack, _ in stacks)):
        return False
    tops = [list(accumulate(_shared([own], height)[:-1])) for own in stacks]
    near = all(max(line) - min(line) <= _NEAR for line in zip(*tops, strict=True))
    return near and sum(_shared(stacks, height)) + GAP * (count - 1) <= height + 0.5


def _shared(stacks: list[tuple[Stack, float]], height: float) -> list[float]:
    """The heights of items under each other, as each of those stacks needs; the rest goes to those that gain by it."""
    ranks = [[(stack.items[rank], width) for stack, width in stacks] for rank in range(len(stacks[0][0].items))]
    least = [max(item.height(width) for item, width in rank) for rank in ranks]
    more = [max(useful(item, width) for item, width in rank) - low for rank, low in zip(ranks, least, strict=True)]
    return grown(least, more, height - GAP * (len(ranks) - 1) - sum(least))

"""The rows of a page: how stacks beside each other share the width, and what each row needs and likes so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby
from math import log

from attnviz.figures.labs.heights import GAP
from attnviz.figures.labs.items import BEST, Item, Stack

RowWay = tuple[tuple[int, ...], ...]  # stacks of items
Way = tuple[RowWay, ...]


@dataclass(frozen=True)
class Row:
    """Stacks beside each other with the width of each."""

    stacks: tuple[Stack, ...]
    widths: tuple[float, ...]

    @cached_property
    def whole(self) -> float:
        """The width of all."""
        return sum(self.widths) + GAP * (len(self.widths) - 1)

    @property
    def count(self) -> int:
        """How many items are in it."""
        return sum(len(stack.items) for stack in self.stacks)

    @cached_property
    def least(self) -> float:
        """The least height of each of them."""
        return max(stack.height(width) for stack, width in zip(self.stacks, self.widths, strict=True))

    @cached_property
    def more(self) -> float:
        """The height beyond it that is good for something."""
        return max(stack.useful(width) for stack, width in zip(self.stacks, self.widths, strict=True)) - self.least

    def most(self, height: float) -> float:
        """What the items in it have of what they like at that height, at most."""
        return sum(min(wide, _most_of(stack, height)) for stack, wide in zip(self.stacks, self._across, strict=True))

    @cached_property
    def _across(self) -> list[float]:
        """The same of each stack by the width alone."""
        return [
            sum(share_score(item, width / item.likes.width()) for item in stack.items)
            for stack, width in zip(self.stacks, self.widths, strict=True)
        ]


def _most_of(stack: Stack, height: float) -> float:
    """The same of one stack by that height alone: most if it were shared evenly."""
    count = len(stack.items)
    return count * log(max((height - GAP * (count - 1)) / count, 1.0)) - stack.likes_in_logarithms


def share_score(item: Item, share: float) -> float:
    """What it counts that an item has so much of its liked size, as a logarithm."""
    return log(max(min(share, BEST if item.grows else 1.0), 0.05))


class Rows:
    """The rows of all ways to set some items at one width, each measured once: most ways share most of their rows."""

    def __init__(self, items: tuple[Item, ...], width: float) -> None:
        self._items, self._width = items, width
        self._stacks: dict[tuple[int, ...], Stack] = {}
        self._rows: dict[tuple[RowWay, tuple[float, ...] | None], Row] = {}
        self._common: dict[tuple[RowWay, ...], tuple[float, ...] | None] = {}

    def of(self, way: Way, *, aligned: bool = True) -> tuple[Row, ...]:
        """The rows of a way. aligned: those of equally many stacks begin under each other, where all have room so."""
        common: dict[int, tuple[float, ...] | None] = {}
        if aligned:
            ordered = sorted((row for row in way if len(row) > 1), key=len)
            common = {count: self._aligned(tuple(same)) for count, same in groupby(ordered, key=len)}
        return tuple(self._row(row, common.get(len(row))) for row in way)

    def _row(self, way: RowWay, widths: tuple[float, ...] | None) -> Row:
        found = self._rows.get((way, widths))
        if found is None:
            stacks = tuple(map(self._stack, way))
            found = self._rows[way, widths] = Row(stacks, widths or _widths(stacks, self._width))
        return found

    def _stack(self, members: tuple[int, ...]) -> Stack:
        if members not in self._stacks:
            self._stacks[members] = Stack(tuple(self._items[index] for index in members))
        return self._stacks[members]

    def _aligned(self, same: tuple[RowWay, ...]) -> tuple[float, ...] | None:
        """The widths that rows of equally many stacks have in common, None where that leaves one less than it needs."""
        if len(same) == 1:
            return None
        if same not in self._common:
            united = (tuple(chain.from_iterable(stacks)) for stacks in zip(*same, strict=True))
            columns = list(map(self._stack, united))
            fits = sum(column.narrowest for column in columns) + GAP * (len(columns) - 1) <= self._width
            self._common[same] = _widths(columns, self._width) if fits else None
        return self._common[same]


def _widths(row: Sequence[Stack], width: float) -> tuple[float, ...]:
    """The least width for each, what is left by what they like, and the rest to those that grow."""
    least = [stack.narrowest for stack in row]
    spare = width - GAP * (len(row) - 1) - sum(least)
    if spare <= 0:
        return tuple(least)
    wanted = [max(stack.likes.width() - low, 0.0) for stack, low in zip(row, least, strict=True)]
    total = sum(wanted)
    if total >= spare:
        return tuple(low + want * spare / total for low, want in zip(least, wanted, strict=True))
    share = [stack.likes.width() if stack.grows else 0.0 for stack in row]
    factor = (spare - total) / (sum(share) or 1.0)
    return tuple(low + want + part * factor for low, want, part in zip(least, wanted, share, strict=True))

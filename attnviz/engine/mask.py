"""Which keys each query may see: causal, window, padding and custom masks, composed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from attnviz.engine.arrays import Bools, frozen_bools
from attnviz.engine.errors import FieldError, ShapeError, Where, brief
from attnviz.engine.records import Record
from attnviz.engine.settings import MOST_COUNTED

Alignment = Literal["top_left", "bottom_right"]
_Whole = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Mask(Record):
    """Masks compose: a key is visible if every one of them says so. The default hides nothing.

    causal: key j is visible to query i if j ≤ i (`top_left`) or j ≤ i + S − T (`bottom_right`).
    padding: positions of hidden keys, from 0. custom: (T, S), True = visible. window: (left, right), how many keys
    before and after its own place a query sees, None for no limit on that side: −right ≤ i + (S − T) − j ≤ left.
    """

    causal: bool = False
    alignment: Alignment = "top_left"
    padding: tuple[int, ...] = ()
    window: tuple[int | None, int | None] | None = None
    custom: Bools | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.causal, bool | np.bool_):
            raise FieldError(f"mask.causal is {brief(self.causal)}. Make it true or false.", Where("mask.causal"))
        object.__setattr__(self, "causal", bool(self.causal))
        if not isinstance(self.alignment, str) or self.alignment not in ("top_left", "bottom_right"):
            raise FieldError(
                f"mask.alignment is {brief(self.alignment)}. Make it top_left or bottom_right.", Where("mask.alignment")
            )
        object.__setattr__(self, "alignment", str.__str__(self.alignment))
        if self.window is not None:
            object.__setattr__(self, "window", _sides(self.window))
        object.__setattr__(self, "padding", _positions(self.padding))
        if self.custom is not None:
            object.__setattr__(self, "custom", frozen_bools(self.custom, "mask.custom", 2))

    def check(self, queries: int, keys: int) -> None:
        """Raises ShapeError or FieldError if this mask does not fit `queries` × `keys`."""
        outside = next((position for position in self.padding if position >= keys), None)
        if outside is not None:
            raise FieldError(f"mask.padding hides key {outside + 1} of {keys}. Leave it out.", Where("mask.padding"))
        if self.custom is not None and self.custom.shape != (queries, keys):
            rows, columns = self.custom.shape
            raise ShapeError(
                f"mask.custom is {rows}×{columns} but the scores are {queries}×{keys}. Make them equal.",
                Where("mask.custom"),
            )

    @property
    def hides_nothing(self) -> bool:
        """True if no part of the mask is set, so that every key is visible to every query."""
        return not self.causal and not self.padding and self.window is None and self.custom is None

    def allowed(self, queries: int, keys: int) -> Bools:
        """(T, S), True where the key may be seen."""
        visible = np.ones((queries, keys), dtype=np.bool_)
        for _, part in self.parts(queries, keys):
            visible &= part
        visible.flags.writeable = False
        return visible

    def parts(self, queries: int, keys: int) -> Iterator[tuple[str, Bools]]:
        """Each mask that is set, "causal", "window", "padding" or "custom", with what it allows, (T, S)."""
        if self.causal:
            yield "causal", causal(queries, keys, self.alignment)
        if self.window is not None:
            yield "window", window(queries, keys, self.window)
        if self.padding:
            visible = np.ones((1, keys), dtype=np.bool_)
            visible[0, list(self.padding)] = False
            yield "padding", np.broadcast_to(visible, (queries, keys))
        if self.custom is not None:
            yield "custom", self.custom

    def parts_of_row(self, query: int, queries: int, keys: int) -> Iterator[tuple[str, Bools]]:
        """As `parts`, for one query: what each mask that is set allows it, (S,)."""
        before = query - np.arange(keys)  # how far each key lies before the query
        yield from self._parts_of_line(before, queries, keys)
        if self.padding:
            visible = np.ones(keys, dtype=np.bool_)
            visible[list(self.padding)] = False
            yield "padding", visible
        if self.custom is not None:
            yield "custom", self.custom[query]

    def parts_of_column(self, key: int, queries: int, keys: int) -> Iterator[tuple[str, Bools]]:
        """As `parts`, for one key: which queries each mask that is set shows it to, (T,)."""
        yield from self._parts_of_line(np.arange(queries) - key, queries, keys)
        if self.padding:
            yield "padding", np.full(queries, key not in self.padding)
        if self.custom is not None:
            yield "custom", self.custom[:, key]

    def _parts_of_line(self, before: _Whole, queries: int, keys: int) -> Iterator[tuple[str, Bools]]:
        """What the masks that go by distance allow; before: how far the key of each pair lies before its query."""
        if self.causal:
            yield "causal", before >= (queries - keys if self.alignment == "bottom_right" else 0)
        if self.window is not None:
            yield "window", _in_window(before + (keys - queries), self.window)


def causal(queries: int, keys: int, alignment: Alignment = "top_left") -> Bools:
    """(T, S), True where key j ≤ query i (`top_left`) or j ≤ i + S − T (`bottom_right`)."""
    shift = keys - queries if alignment == "bottom_right" else 0
    return np.tri(queries, keys, shift, dtype=np.bool_)


def window(queries: int, keys: int, sides: tuple[int | None, int | None]) -> Bools:
    """(T, S), True where −right ≤ i + (S − T) − j ≤ left for sides (left, right); None is no limit.

    Source: Beltagy et al. 2020, section 3.1.
    """
    before = np.arange(queries)[:, np.newaxis] + (keys - queries) - np.arange(keys)  # how far key j lies before query i
    return _in_window(before, sides)


def _in_window(before: _Whole, sides: tuple[int | None, int | None]) -> Bools:
    """True where a key lies no further before its query than the left side says, nor after it than the right."""
    left, right = sides
    visible = np.ones(before.shape, dtype=np.bool_)
    if left is not None:
        visible &= before <= left
    if right is not None:
        visible &= before >= -right
    return visible


def _sides(sides: object) -> tuple[int | None, int | None]:
    """The two sides of a window, each a whole number from 0 or None."""
    if not isinstance(sides, tuple | list | np.ndarray) or getattr(sides, "ndim", 1) == 0 or len(sides) != 2:
        raise FieldError(
            f"mask.window is {brief(sides)}. Give two numbers of keys, [left, right].", Where("mask.window")
        )
    for side in sides:
        if side is not None and (
            isinstance(side, bool | np.bool_) or not isinstance(side, int | np.integer) or not 0 <= side <= MOST_COUNTED
        ):
            raise FieldError(
                f"mask.window holds {brief(side)}. Give a whole number of keys from 0, or null for no limit.",
                Where("mask.window"),
            )
    left, right = (None if side is None else int(side) for side in sides)
    return left, right


def _positions(padding: object) -> tuple[int, ...]:
    """The hidden positions in order, each once."""
    if not isinstance(padding, tuple | list | set | frozenset | range | np.ndarray) or getattr(padding, "ndim", 1) == 0:
        raise FieldError(
            f"mask.padding is {brief(padding)}. Give a list of key positions, counted from 0.", Where("mask.padding")
        )
    for position in padding:
        whole = isinstance(position, int | np.integer) and not isinstance(position, bool | np.bool_)
        if not whole or not 0 <= position <= MOST_COUNTED:
            raise FieldError(
                f"mask.padding holds {brief(position)}. Give key positions, counted from 0.", Where("mask.padding")
            )
    return tuple(sorted({int(position) for position in padding}))

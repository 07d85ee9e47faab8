"""Numbers changed by dragging or by Alt+↑/↓: how large a step is, and how to add steps without binary noise."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal

from PySide6.QtCore import Qt

from attnviz.content.numerals import Number, full

PIXELS_A_STEP = 6
_USUAL = Decimal("0.1")
_SMALL, _LARGE = 0.5, 100.0  # a matrix whose largest number lies between these is stepped by tenths


def step_for(largest: float) -> Decimal:
    """The step that suits a matrix whose largest size is `largest`: 0.1 for the numbers of a worked example.

    Smaller or larger matrices get a power of ten near a tenth of their size. It depends on the matrix and not on the
    one number, so that it stays the same on the way through zero.
    """
    if largest == 0 or _SMALL <= largest < _LARGE:
        return _USUAL
    power = math.floor(math.log10(largest))
    return Decimal(1).scaleb(power - 1 if largest < _SMALL else power - 2)


def factor_for(modifiers: Qt.KeyboardModifier) -> Decimal:
    """Shift makes steps ten times finer, Ctrl ten times coarser."""
    if modifiers & Qt.KeyboardModifier.ShiftModifier:
        return Decimal("0.1")
    return Decimal(10) if modifiers & Qt.KeyboardModifier.ControlModifier else Decimal(1)


def added(value: Number, by: Decimal) -> float:
    """The number plus `by`, added in decimal: 0.1 + 0.2 is 0.3."""
    return float(Decimal(full(value)) + by)


def stepped(value: Number, up: bool, largest: float, modifiers: Qt.KeyboardModifier) -> float:
    """The number one step larger or smaller; `largest` is the size of its matrix."""
    by = step_for(largest) * factor_for(modifiers)
    return added(value, by if up else -by)


@dataclass(frozen=True)
class Drag:
    """A number while the mouse drags it: up and right make it larger.

    start: the number before. added: what the drag has added so far. rest: pixels that did not fill a step yet.
    """

    start: Number
    step: Decimal
    x: float
    y: float
    added: Decimal = Decimal(0)
    rest: float = 0.0

    def to(self, x: float, y: float, modifiers: Qt.KeyboardModifier) -> Drag:
        """The drag once the mouse is at (x, y); only whole steps count, so that every number on the way is short."""
        way = self.rest + (x - self.x) - (y - self.y)
        whole = math.trunc(way / PIXELS_A_STEP)
        added = self.added + whole * self.step * factor_for(modifiers)
        return replace(self, x=x, y=y, added=added, rest=way - whole * PIXELS_A_STEP)

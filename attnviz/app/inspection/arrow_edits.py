"""What dragging or turning an arrow does to the inputs: where its two numbers stand, and which numbers they become."""

from __future__ import annotations

from math import atan2, ceil, degrees, hypot, log10, radians, sin, sqrt

from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_block
from attnviz.engine.inputs import Direct
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace
from attnviz.figures.vectors import Arrow, Point

_MATRICES = {"queries": "Q", "keys": "K", "values": "V"}
_EXACT = {0.0: 0.0, 30.0: 0.5, 45.0: sqrt(0.5), 90.0: 1.0}
_KEEPS_LENGTH = 0.12  # a query dragged to within this part of its old length keeps that length


def input_of(trace: Trace, arrow: Arrow) -> Cell | None:
    """The first of the two numbers of an input that an arrow stands for; None where it is computed from others.

    Queries, keys and values can be moved where they are given; projected ones have no one X that would give them.
    """
    if arrow.cell is None or arrow.kind not in ("value", "key", "query"):
        return None
    name, head, row, column = arrow.cell
    if name == "V":
        return Cell("V", None, row, column)
    if name not in _MATRICES or not isinstance(trace.scenario.inputs, Direct):
        return None
    size = trace.sizes
    width = size.d_v if name == "values" else size.d_k
    slot = head or 0
    if name != "queries":
        slot = slot * size.kv_heads // size.heads
    return Cell(_MATRICES[name], None, row, slot * (width or 0) + column)


def moved(scenario: Scenario, place: Cell, tip: Point) -> Scenario:
    """The scenario with the two numbers at `place` set to `tip`."""
    return set_block(scenario, place.name, place.row, place.column, [list(tip)])


def settled(tip: Point, scale: float) -> Point:
    """The tip in round numbers, no finer than one of `scale` pixels a unit can be seen."""
    decimals = max(0, ceil(log10(scale))) if scale > 0 else 2
    return round(tip[0], decimals) + 0.0, round(tip[1], decimals) + 0.0


def turned(arrow: Point, by: float) -> Point:
    """The arrow turned by `by` degrees counter-clockwise; whole degrees stay whole, and its length stays."""
    angle = degrees(atan2(arrow[1], arrow[0])) + by
    return at_angle(hypot(*arrow), angle)


def at_angle(length: float, angle: float) -> Point:
    """The arrow of that length and angle in degrees; 90° is exactly upright."""
    if abs(angle - round(angle)) < 1e-6:
        angle = float(round(angle))
    if abs(length - round(length, 9)) < 1e-12:
        length = round(length, 9)
    quarter, rest = divmod(angle, 90)
    right, up = _sine(90 - rest), _sine(rest)
    for _ in range(int(quarter) % 4):
        right, up = -up, right
    return length * right + 0.0, length * up + 0.0


def _sine(angle: float) -> float:
    """The sine of an angle within 0…90°, exact where it can be: cos 45° equals sin 45°, sin 30° is a half."""
    return _EXACT.get(angle, sin(radians(angle)))


def drawn_query(tip: Point, before: Point, scale: float) -> Point:
    """Where a dragged query goes: on its old length in whole degrees while the pointer stays near it, else freely."""
    length = hypot(*before)
    if length and abs(hypot(*tip) / length - 1) < _KEEPS_LENGTH:
        return at_angle(length, float(round(degrees(atan2(tip[1], tip[0])))))
    return settled(tip, scale)


def angle_of(arrow: Point) -> float:
    """The angle in degrees, −180…180."""
    return degrees(atan2(arrow[1], arrow[0]))

"""Points of a plane for the exhibits: arrows from the origin, and the hull that a mixture cannot leave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attnviz.engine.arrays import Array
from attnviz.labs.exhibits import Arrow

Point = tuple[float, float]
_ORIGIN = (0.0, 0.0)


def point(numbers: Array) -> Point:
    """The first two numbers as a point."""
    return float(numbers[0]), float(numbers[1])


def arrow(label: str, tip: Array, role: str, parameter: str = "", index: int = 0) -> Arrow:
    """An arrow from the origin; dragging it sets that row of the parameter."""
    return Arrow(label, _ORIGIN, point(tip), role, parameter, index)


def arrows(labels: Sequence[str], tips: Array, role: str, parameter: str = "") -> tuple[Arrow, ...]:
    """One arrow a row of `tips`, dragging each sets its row of the parameter."""
    pairs = enumerate(zip(labels, tips, strict=True))
    return tuple(arrow(label, tip, role, parameter, row) for row, (label, tip) in pairs)


def hull(points: Array) -> tuple[Point, ...]:
    """The corners of the smallest convex polygon around the points, counter-clockwise.

    Source: Andrew 1979, the monotone chain.
    """
    ordered = sorted({point(each) for each in points})
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(ordered), _chain(reversed(ordered))
    return (*lower[:-1], *upper[:-1])


def _chain(ordered: Iterable[Point]) -> list[Point]:
    """The points that turn left all the way."""
    kept: list[Point] = []
    for x, y in ordered:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], (x, y)) <= 0:
            kept.pop()
        kept.append((x, y))
    return kept


def _turn(a: Point, b: Point, c: Point) -> float:
    """Above 0 if a, b, c turn left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

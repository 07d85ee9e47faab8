"""How rotary positions turn the followed query, as an HTML figure: its pairs as arrows before and after."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import atan2, cos, degrees, hypot, isfinite, remainder, sin, tau

from attnviz.content.documents.web_tables import Face
from attnviz.content.labels import HEADING, isolated
from attnviz.content.numerals import format_number
from attnviz.content.turning import position_of, rotary_of
from attnviz.content.wording import query_name
from attnviz.engine.errors import AttentionError
from attnviz.engine.rotation import columns_of_pairs
from attnviz.engine.tracing import Trace

MOST_PAIRS = 4  # that are told apart in one plane
_ROOM = (220.0, 130.0)  # for the arrows
_SHORTEST = 1e-3  # of the longest number: what is shorter has no direction that one could see
_STEPS = 12  # in which an arc is measured
_AROUND = (60.0, 22.0)  # for the words at their tips
_ARC = 0.45  # of an arrow's length: where its angle is drawn
_TIP, _SPREAD = 8.0, 0.4  # of an arrow: its length, and half its angle
_DECIMALS = 1  # of an angle in degrees
Point = tuple[float, float]


def web_plane(trace: Trace, head: int, face: Face) -> str:
    """The plane of one head; nothing where nothing turns."""
    if "rotated_queries" not in trace.stages:
        return ""
    try:
        before, after = (trace.at(name, head)[face.query] for name in ("queries", "rotated_queries"))
    except AttentionError:
        return ""
    rotary, d_k = rotary_of(trace)
    position = position_of(trace, "queries", face.query)
    pairs = list(zip(*(range(d_k)[part] for part in columns_of_pairs(rotary, d_k)), strict=True))
    longest = max(abs(float(row[column])) for row in (before, after) for pair in pairs for column in pair)
    if not isfinite(longest) or not longest:
        return ""
    turns = []
    for number, (first, second) in enumerate(pairs[:MOST_PAIRS]):
        start, end = ((float(row[first]) / longest, float(row[second]) / longest) for row in (before, after))
        angle = position * rotary.per_position(d_k)[number]
        if isfinite(angle) and hypot(*start) > _SHORTEST:
            turns.append((start, end, angle, f"pair {number + 1}" if len(pairs) > 1 else ""))
    if not turns:
        return ""
    name = query_name(trace, face.query, HEADING)
    title = escape(f"{name[:1].upper()}{name[1:]} at position {position}")
    said = f"{len(turns)} of {len(pairs)} pairs" if len(turns) < len(pairs) else "before and after turning"
    plane = _Plane([point for start, end, angle, _ in turns for point in (start, end, *_on_arc(start, angle))])
    drawn = "".join(part for turn in turns for part in plane.turned(*turn))
    width, height = plane.size
    return (
        f'<figure class="map plane queries"><figcaption><b>{title}</b> <span>{said}</span></figcaption>\n'
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(isolated(name))} turned">'
        f"{plane.axes()}{drawn}</svg></figure>\n"
    )


class _Plane:
    """Where numbers stand in the picture: the origin and every point in sight, at one scale."""

    def __init__(self, points: list[Point]) -> None:
        across, up = ([0.0, *values] for values in zip(*points, strict=True))
        self._left, self._top = min(across), max(up)
        spans = max(across) - self._left, self._top - min(up)
        self._scale = min(room / span for room, span in zip(_ROOM, spans, strict=True) if span)
        self.size = tuple(span * self._scale + 2 * edge for span, edge in zip(spans, _AROUND, strict=True))

    def at(self, point: Point) -> Point:
        """A point in the picture."""
        return (
            (point[0] - self._left) * self._scale + _AROUND[0],
            (self._top - point[1]) * self._scale + _AROUND[1],
        )

    def axes(self) -> str:
        """Both axes through the origin, from edge to edge."""
        (x, y), (width, height) = self.at((0.0, 0.0)), self.size
        return f'<path class="axis" d="M0 {y:.1f}H{width:.1f}M{x:.1f} 0V{height:.1f}"/>'

    def turned(self, start: Point, end: Point, angle: float, word: str) -> Iterator[str]:
        """The arrow before, the turned one, and the arc between them with its angle."""
        said = f"{format_number(round(degrees(angle), _DECIMALS), _DECIMALS)}°"
        yield self._arrow(start, "before", "" if word else "before")
        yield self._arrow(end, "turned", f"{word}, {said}" if word else "turned")
        points = _on_arc(start, angle)
        if not points:
            return
        begin, middle, finish = (self.at(points[place]) for place in (0, _STEPS // 2, -1))
        own, rest = _ARC * hypot(*start) * self._scale, remainder(angle, tau)
        yield f'<path class="arc" d="M{_pair(begin)}A{own:.1f} {own:.1f} 0 0 {int(rest < 0)} {_pair(finish)}"/>'
        if not word:
            yield _text(said, *middle, atan2(start[1], start[0]) + rest / 2)

    def _arrow(self, tip: Point, looks: str, word: str) -> str:
        """An arrow from the origin, with a word beyond its tip."""
        origin, end = self.at((0.0, 0.0)), self.at(tip)
        along = atan2(tip[1], tip[0])
        wings = [(end[0] - _TIP * cos(along + side), end[1] + _TIP * sin(along + side)) for side in (_SPREAD, -_SPREAD)]
        line = f'<path class="{looks}" d="M{_pair(origin)}L{_pair(end)}"/>'
        line += f'<path d="M{_pair(wings[0])}L{_pair(end)}L{_pair(wings[1])}"/>'
        return line + (_text(word, *end, along) if word else "")


def _on_arc(start: Point, angle: float) -> list[Point]:
    """Points of the arc from an arrow to its turned one, without whole turns; none where nothing turns."""
    rest, first, radius = remainder(angle, tau), atan2(start[1], start[0]), _ARC * hypot(*start)
    if not rest:
        return []
    turns = (first + rest * step / _STEPS for step in range(_STEPS + 1))
    return [(radius * cos(turn), radius * sin(turn)) for turn in turns]


def _text(word: str, x: float, y: float, along: float) -> str:
    """A word beside a point, on the side to which the direction leads."""
    anchor = "middle" if abs(cos(along)) < 0.3 else "start" if cos(along) > 0 else "end"
    return (
        f'<text x="{x + 6 * cos(along):.1f}" y="{y + 4 - 10 * sin(along):.1f}" text-anchor="{anchor}">'
        f"{escape(word)}</text>"
    )


def _pair(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"

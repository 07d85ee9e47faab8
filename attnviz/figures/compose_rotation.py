"""How rotary positions turn one query or key: its pairs of numbers as arrows, before and after, with the angle."""

from __future__ import annotations

from math import atan2, degrees, hypot, isnan, remainder, tau

from attnviz.content.labels import HEADING
from attnviz.content.numerals import format_number
from attnviz.content.turning import position_of, rotary_of
from attnviz.content.wording import row_name
from attnviz.engine.errors import NoSuchStage, Where
from attnviz.engine.positions import Rotary
from attnviz.engine.rotation import columns_of_pairs
from attnviz.engine.tracing import Trace
from attnviz.figures.numbers import shown_numbers
from attnviz.figures.vectors import TOO_LONG, Arc, Arrow, Point, Vectors, name_of, too_long
from attnviz.figures.view import Selection, View

ROTATION = "rotation"
MOST_PAIRS = 4  # that are told apart in one plane
_KEYS = ("keys", "rotated_keys", "K")
_ARC = 0.4  # of an arrow's length: where its angle is drawn
_DECIMALS = 1  # of an angle in degrees


def has_rotation(trace: Trace) -> bool:
    """True if this scenario turns queries and keys by their position."""
    return isinstance(trace.scenario.positions, Rotary) and "rotated_keys" in trace.stages


def rotation_of(trace: Trace, selection: Selection, view: View) -> Vectors:
    """The pairs of the selected query, or of the key whose number is selected, before and after turning.

    Raises NoSuchStage without rotary positions.
    """
    if not has_rotation(trace):
        raise NoSuchStage("There are no rotary positions, so nothing turns. Choose another figure.", Where(ROTATION))
    side, row = _whose(trace, selection)
    head = min(selection.head, trace.sizes.heads - 1)
    rotary, d_k = rotary_of(trace)
    position = position_of(trace, side, row)
    pairs = list(zip(*(range(d_k)[part] for part in columns_of_pairs(rotary, d_k)), strict=True))
    before, reason, _, _ = shown_numbers(trace, side, head, view.veil)
    after = shown_numbers(trace, f"rotated_{side}", head, view.veil)[0]
    arrows: list[Arrow] = []
    arcs: list[Arc] = []
    labels = trace.scenario.query_labels if side == "queries" else trace.scenario.key_labels
    name = name_of(side[0], labels[row])
    for number, (first, second) in enumerate(pairs[:MOST_PAIRS]):
        if before is None or after is None:
            break
        start, end = ((float(own[row, first]), float(own[row, second])) for own in (before, after))
        if any(map(isnan, (*start, *end))):
            continue
        angle = position * rotary.per_position(d_k)[number]
        several = len(pairs) > 1
        own, turned = (
            (f"pair {number + 1}", f"pair {number + 1}, {_degrees(angle)}")
            if several
            else (name, f"turned {_degrees(angle)}")
        )
        places = ((side, head, row, first), (f"rotated_{side}", head, row, first))
        arrows += [
            Arrow("before", number, (0.0, 0.0), start, own, side, cell=places[0]),
            Arrow("turned", number, (0.0, 0.0), end, turned, side, cell=places[1]),
        ]
        arcs += _arc(start, angle, side)
    if too_long(arrows):
        arrows, arcs, reason = [], [], TOO_LONG
    title = f"{row_name(trace, side, row, HEADING)} at position {position}"
    title = f"Head {head + 1}: {title}" if trace.sizes.heads > 1 else title[:1].upper() + title[1:]
    formula = f"pairs 1 to {MOST_PAIRS} of {len(pairs)}" if len(pairs) > MOST_PAIRS else "before and after turning"
    return Vectors(
        title, formula, head, row, tuple(arrows), view.decimals, numbers=view.numbers, dim_reason=reason,
        arcs=tuple(arcs),
    )  # fmt: skip


def brief_rotation_title(trace: Trace, selection: Selection) -> str:
    """The title without the token and the head: "Query 2 at position 1"; "" without rotary positions."""
    if not has_rotation(trace):
        return ""
    side, row = _whose(trace, selection)
    return f"{'Key' if side == 'keys' else 'Query'} {row + 1} at position {position_of(trace, side, row)}"


def _whose(trace: Trace, selection: Selection) -> tuple[str, int]:
    """The key of the selected number where that is one of a key, else the selected query."""
    cell = selection.cell
    if cell is not None and cell.name in _KEYS and 0 <= cell.row < trace.sizes.S:
        return "keys", cell.row
    return "queries", min(selection.query, trace.sizes.T - 1)


def _arc(start: Point, angle: float, role: str) -> tuple[Arc, ...]:
    """The angle between an arrow and its turned one, without whole turns; none for no arrow or no angle."""
    length, rest = hypot(*start), remainder(angle, tau)
    if not length or not rest:
        return ()
    return (Arc(_ARC * length, atan2(start[1], start[0]), rest, role, _degrees(angle)),)


def _degrees(angle: float) -> str:
    """The angle in degrees: "57.3°", "573.0° = 213.0°" beyond one turn."""
    whole = degrees(angle)
    text = f"{format_number(round(whole, _DECIMALS), _DECIMALS)}°"
    if abs(whole) <= 360:
        return text
    return f"{text} = {format_number(round(whole % 360, _DECIMALS), _DECIMALS)}°"

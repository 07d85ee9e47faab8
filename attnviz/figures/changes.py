"""A figure beside the same figure of another trace: what moved is marked, or the differences themselves are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary, ref

import numpy as np

from attnviz.content.changes import Moves
from attnviz.content.numerals import NEARLY_0, format_result
from attnviz.engine.arrays import Array
from attnviz.engine.tracing import Trace
from attnviz.figures.bars import Bars
from attnviz.figures.board import Board
from attnviz.figures.figure import Figure
from attnviz.figures.heatmap import Face, Heatmap
from attnviz.figures.large.among import seen_briefly, told_once
from attnviz.figures.large.differences import BETWEEN, NOT_PINNED, large_difference, no_twins
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.vectors import Arrow, Vectors

Maker = Callable[[Any, Any], Any]  # of a panel now and before, the panel to be shown

# Moves live as long as a figure shows them, so that a figure whose numbers stayed is still the same.
_moves: WeakValueDictionary[tuple[int, int, int], Moves] = WeakValueDictionary()
# Faces of differences, with the faces that they were made of; bounded, and they keep no numbers alive.
_faces: dict[tuple[int, int], tuple[ref[Face], ref[Face], Face]] = {}
_MOST_FACES = 64


def marked(now: Figure, before: Figure) -> Figure:
    """The figure with a mark on each number that is another one in `before`; unchanged ones stay quiet."""
    if isinstance(now, Board) and isinstance(before, Board):
        return _panel_by_panel(now, before, marked)
    if isinstance(now, Heatmap | Bars) and isinstance(before, Heatmap | Bars) and now.key == before.key:
        moves = _moves_of(now, before)
        return replace(now, changes=moves) if moves is not None and moves.any else now
    if isinstance(now, Vectors) and isinstance(before, Vectors):
        return replace(now, ghosts=_ghosts(now, before))
    return now


def difference(now: Figure, pinned: Figure | None, traces: tuple[Trace, Trace] | None = None) -> Figure:
    """The figure with what was added since the pinned one in place of its numbers, on a scale centred on 0.

    traces: now and pinned, of which the differences of large maps are made. Where either has no numbers, or not as
    many, it is dimmed and says so.
    """
    if isinstance(now, Board):
        twins = pinned if isinstance(pinned, Board) else replace(now, panels=())
        made = _panel_by_panel(now, twins, partial(difference, traces=traces))
        board = replace(made, title=difference_title(now.title), show_title=True, shared=False)
        return _each_on_its_own_scale(board) if now.name == "heads" else board
    if isinstance(now, Heatmap):
        same = isinstance(pinned, Heatmap | LargeMap) and pinned.key == now.key
        return _map_of_differences(now, pinned if isinstance(pinned, Heatmap | LargeMap) and same else None)
    if isinstance(now, LargeMap):
        if traces is None:
            return replace(now, picture=None, values=None, pending="", dim_reason=NOT_PINNED)
        return large_difference(now, *traces)
    if isinstance(now, Bars):
        return _bars_of_differences(now, pinned if isinstance(pinned, Bars) and pinned.key == now.key else None)
    return now if pinned is None else marked(now, pinned)


def _each_on_its_own_scale(board: Board) -> Board:
    """Differences of all heads, each large map with its ends beside its name."""
    panels, part = told_once([panel for panel in board.panels if not isinstance(panel, Bars)], shared=False)
    powers = any(isinstance(panel, LargeMap) and panel.powers for panel in panels)
    subtitle = f"{part}each head on its own scale{', by powers of ten' if powers else ''}"
    brief = seen_briefly(panels) or (f"{part}powers of ten" if powers else part.removesuffix(", "))
    return replace(board, panels=tuple(panels), subtitle=subtitle, brief=brief, signs=True)


def _panel_by_panel(now: Board, other: Board, make: Maker) -> Board:
    """The board with each panel made of itself and its twin; one without a twin is made of itself and an empty one."""
    twins = {_place(panel): panel for panel in other.panels}
    panels = (make(panel, twins.get(_place(panel))) for panel in now.panels)
    return replace(now, panels=tuple(panels))


def _place(panel: Heatmap | LargeMap | Bars) -> tuple[object, ...]:
    return type(panel).__name__, panel.key, panel.head


def _moves_of(now: Heatmap | Bars, before: Heatmap | Bars) -> Moves | None:
    """What moved between two figures; None where either has no numbers or not as many."""
    old, new = before.values, now.values
    if old is None or new is None or old.shape != new.shape:
        return None
    decimals = _decimals(now)
    if old.ndim == 1:
        return Moves(old[np.newaxis], new[np.newaxis], decimals)
    key = (id(old), id(new), decimals)
    known = _moves.get(key)
    if known is None or known.before is not old or known.now is not new:
        known = _moves[key] = Moves(old, new, decimals)
    return known


def _decimals(figure: Heatmap | Bars) -> int:
    if isinstance(figure, Bars):
        return figure.decimals
    return figure.face.decimals if figure.face is not None else 0


def _ghosts(now: Vectors, before: Vectors) -> tuple[Arrow, ...]:
    """The arrows of before that point elsewhere now."""
    tips = {(arrow.kind, arrow.index): arrow.tip for arrow in now.arrows}
    return tuple(
        arrow
        for arrow in before.arrows
        if arrow.kind != "share" and tips.get((arrow.kind, arrow.index), arrow.tip) != arrow.tip
    )


def _map_of_differences(now: Heatmap, pinned: Heatmap | LargeMap | None) -> Heatmap:
    if pinned is not None and pinned.shape != now.shape:
        reason = no_twins(pinned.shape, now.shape)
    else:
        reason = _why_not(now.face is not None, isinstance(pinned, Heatmap) and pinned.face is not None)
    words: dict[str, Any] = {
        "formula": BETWEEN, "brief": BETWEEN, "other_formulas": (), "other_briefs": (), "signed": True,
        "scale_ends": None, "colour_map": "auto",
    }  # fmt: skip
    if reason or now.face is None or not isinstance(pinned, Heatmap) or pinned.face is None:
        return replace(now, face=None, dim_reason=reason, blind_rows=(), **words)
    return replace(now, face=_face_of_differences(now.face, pinned.face), **words)


def _face_of_differences(now: Face, pinned: Face) -> Face:
    key = (id(now), id(pinned))
    known = _faces.get(key)
    if known is not None and known[0]() is now and known[1]() is pinned:
        return known[2]
    face = _new_face(now, pinned)
    for old in list(_faces)[: max(0, len(_faces) + 1 - _MOST_FACES)]:
        _faces.pop(old, None)  # another thread may be here too
    _faces[key] = ref(now), ref(pinned), face
    return face


def _new_face(now: Face, pinned: Face) -> Face:
    """Hidden in one alone: ±∞, hatched; hidden in both: 0, hatched. The scale is that of `reach_of`."""
    values = added(now.values, pinned.values)
    hidden = ~np.isfinite(now.values) | ~np.isfinite(pinned.values)
    if now.cover is not None:
        hidden &= ~now.cover.cells
    if now.hidden is not None and pinned.hidden is not None:
        hidden |= now.hidden & pinned.hidden
    reach = reach_of(values, (now.values, pinned.values), now.decimals)
    cover = now.cover or pinned.cover
    return Face(values, now.decimals, (-reach, reach), True, hidden if hidden.any() else None, cover)


def added(now: Array, before: Array) -> Array:
    """now − before; 0 where both are −∞, since nothing happened there."""
    with np.errstate(invalid="ignore"):
        values: Array = np.where(np.isneginf(now) & np.isneginf(before), 0.0, now - before)
    values.flags.writeable = False
    return values


def reach_of(differences: Array, sides: tuple[Array, Array], decimals: int) -> float:
    """Where the scale of differences ends: at the largest of them.

    Where not even that shows a digit it ends at the largest number of both sides, as far as that is larger: else what
    rounding alone leaves would be drawn from one end to the other, and read as 0.
    """
    reach = _largest(differences)
    if format_result(reach, decimals) == NEARLY_0:
        reach = max(reach, *map(_largest, sides))
    return reach or 1.0


def _largest(values: Array) -> float:
    finite = np.abs(values[np.isfinite(values)])
    return float(finite.max()) if finite.size else 0.0


def _bars_of_differences(now: Bars, pinned: Bars | None) -> Bars:
    reason = _why_not(now.values is not None, pinned is not None and pinned.values is not None)
    if not reason and pinned is not None and len(pinned.labels) != len(now.labels):
        reason = f"The pinned ones are {len(pinned.labels)}, these {len(now.labels)}."
    title = difference_title(now.title)
    if reason or now.values is None or pinned is None or pinned.values is None:
        return replace(now, values=None, dim_reason=reason, title=title, share=False)
    values = added(now.values, pinned.values)
    reach = reach_of(values, (now.values, pinned.values), now.decimals)
    hidden = tuple(one and other for one, other in zip(now.hidden, pinned.hidden, strict=True))
    # Differences of parts sum up as the parts do, so that those without room have one number too.
    share = now.share or now.ranked
    return replace(now, values=values, limits=(-reach, reach), hidden=hidden, share=share, title=title, formula="")


def difference_title(title: str) -> str:
    """What bars of differences are called, of numbers that are called so: "Looks at, now − pinned"."""
    return f"{title}, {BETWEEN}" if title else BETWEEN[:1].upper() + BETWEEN[1:]


def brief_titles(figure: Bars, briefs: tuple[str, ...]) -> tuple[str, ...]:
    """Shorter titles for bars, the longest first; of differences they say so, the last by a sign: "Δ looks at"."""
    if not briefs or not figure.title.endswith(BETWEEN):
        return briefs
    return (*map(difference_title, briefs), f"Δ {briefs[-1][:1].lower()}{briefs[-1][1:]}")


def _why_not(is_now: bool, was_then: bool) -> str:
    """Why there is no difference; "" if there is."""
    if is_now and was_then:
        return ""
    return NOT_PINNED if is_now else "Nothing to compare with: there are no numbers now."

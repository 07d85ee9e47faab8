"""One stage or input of a trace as a heatmap."""

from __future__ import annotations

import numpy as np

from attnviz.content.colours import Limits, scale_for
from attnviz.content.numerals import format_result
from attnviz.content.stage_formulas import brief_of, other_formulas
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.tracing import Trace
from attnviz.figures.colour_maps import is_diverging
from attnviz.figures.heatmap import Face, Heatmap, face_of
from attnviz.figures.large.compose_large import is_large_map, large_map_of
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.numbers import blind_rows, ends_of, shown_numbers, values_of
from attnviz.figures.told import axes_of, head_in, told_of
from attnviz.figures.veil import Cover
from attnviz.figures.view import Selection, Veil, View

_LARGEST_POWER = 80.0  # what the exponentials of unshifted scores reach


def heatmap_of(
    name: str,
    trace: Trace,
    selection: Selection,
    view: View,
    head: int | None = None,
    *,
    compact: bool = False,
    limits: Limits | None = None,
    title: str | None = None,
    formula: str | None = None,
) -> Heatmap:
    """One stage or input as a heatmap; head: None means the selected one.

    compact: as it stands on a board, without captions and without numbers over the columns. limits: ends of a scale
    shared with other figures. Where the trace has no such numbers (a query sees no key) the figure is dimmed and says
    why. Raises NoSuchStage for a name that this scenario does not have.
    """
    shown = _shown_head(trace, selection, head)
    axes = axes_of(trace, name)
    values, reason, hidden, cover = shown_numbers(trace, name, shown, view.veil)
    shape = _shape(trace, axes) if values is None else (values.shape[0], values.shape[1])
    told = told_of(
        name, trace, selection, view, shown, shape,
        compact=compact, title=title, formula=formula, covered=cover is not None, features=not compact,
    )  # fmt: skip
    others = other_formulas(trace, name) if compact and formula is None else ()
    fixed, face = limits, None
    if values is not None:
        fixed = weight_limits(values) if limits is None and name == "weights" and view.shared_scale else limits
        face = _face(values, hidden, cover, view, signed=told["signed"], fixed=fixed)
    return Heatmap(
        **told,
        face=face,
        scale_ends=fixed,
        legend=view.legend,
        captions=not compact,
        cell_text="0." + "0" * view.decimals if view.decimals else "0",
        brief=brief_of(name, told["formula"]),
        other_formulas=others,
        other_briefs=tuple(brief for text in others if (brief := brief_of(name, text)) is not None),
        expected=() if values is not None else _expected(trace, name, shown, view.decimals),
        dim_reason=reason,
        blind_rows=() if values is not None or axes[0] != "queries" else blind_rows(trace, name, shown),
    )


def map_of(
    name: str,
    trace: Trace,
    selection: Selection,
    view: View,
    head: int | None = None,
    *,
    compact: bool = False,
    limits: Limits | None = None,
    title: str | None = None,
    formula: str | None = None,
    thumb: bool = False,
) -> Heatmap | LargeMap:
    """One stage or input as a heatmap, or as a large map where it has very many cells and no veil on them.

    Everything else as `heatmap_of`; compact: a large map has no labels, and is drawn from its thumb. thumb: so it is.
    """
    known = name == "alibi" or name in trace.stages or any(name == own for own, _ in trace.scenario.given())
    shape = trace.shape(name) if known else (0, 0)
    shown = _shown_head(trace, selection, head)
    if not is_large_map(shape) or _is_covered(view.veil, name, head_in(trace, name, shown)):
        return heatmap_of(
            name, trace, selection, view, head, compact=compact, limits=limits, title=title, formula=formula
        )
    told = told_of(name, trace, selection, view, shown, shape, compact=compact, title=title, formula=formula)
    return large_map_of(
        told, trace, view, shown, axes=axes_of(trace, name), limits=limits, compact=compact, thumb=thumb or compact
    )


def _shown_head(trace: Trace, selection: Selection, head: int | None) -> int:
    """The head that is asked for, else the selected one."""
    return min(selection.head if head is None else head, trace.sizes.heads - 1)


def _is_covered(veil: Veil, name: str, head: int | None) -> bool:
    """True if any of its numbers is kept back."""
    return any((region.name, region.head) == (name, head) for region in (*veil.regions, *veil.unseen))


def _face(
    values: Array, hidden: Bools | None, cover: Cover | None, view: View, *, signed: bool, fixed: Limits | None
) -> Face:
    scale = scale_for(ends_of(values, hidden), signed=signed, fixed=fixed, choice=view.colour_map)
    diverging = is_diverging(view.colour_map, signed=signed)
    return face_of(values, view.decimals, scale, diverging=diverging, hidden=hidden, cover=cover)


def _expected(trace: Trace, name: str, head: int, decimals: int) -> tuple[str, ...]:
    """Numbers as wide as the missing ones would be, so that cells keep their size when a query sees no key."""
    texts = ["0." + "0" * decimals]
    if name == "exponentials":
        masked, _ = values_of(trace, "masked", head)
        seen = None if masked is None else masked[np.isfinite(masked)]
        if seen is not None and seen.size and float(seen.max()) <= _LARGEST_POWER:
            texts.append(format_result(float(np.exp(seen.max())), decimals))
    elif name in ("head_output", "concatenated", "output"):
        values, _ = values_of(trace, "values", head) if "values" in trace.stages else (None, "")
        texts += (
            [] if values is None else [format_result(float(end) + 0.5, decimals) for end in ends_of(values, None) or ()]
        )
    return tuple(texts)


def weight_limits(values: Array) -> Limits:
    """0…1, or as far as given weights go beyond; NaN stands for veiled ones, which count for nothing."""
    return min(0.0, float(np.fmin.reduce(values, axis=None))), max(1.0, float(np.fmax.reduce(values, axis=None)))


def _shape(trace: Trace, axes: tuple[str, str]) -> tuple[int, int]:
    """The shape of a stage that does not exist yet."""
    size = trace.sizes
    known = {
        "queries": size.T, "keys": size.S, "d_k": size.d_k, "d_v": size.d_v,
        "heads·d_v": size.heads * (size.d_v or 1), "d_out": size.d_out,
    }  # fmt: skip
    return known.get(axes[0]) or 1, known.get(axes[1]) or 1

"""One stage or input of a trace as a heatmap."""

from __future__ import annotations

import numpy as np

from attnviz.content.colours import Limits, scale_for
from attnviz.content.numerals import format_result
from attnviz.content.stage_formulas import brief_of, formula_of, group_title, other_formulas, role_of, title_of
from attnviz.content.wording import sharing
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.cells import Region
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace
from attnviz.figures.colour_maps import is_diverging
from attnviz.figures.heatmap import Face, Heatmap, face_of
from attnviz.figures.large.compose_large import is_large_map, large_map_of
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.lighting import frames_of
from attnviz.figures.matrix_figure import Band
from attnviz.figures.numbers import blind_rows, ends_of, shown_numbers, values_of
from attnviz.figures.veil import Cover
from attnviz.figures.view import Selection, Veil, View

_POSITIVE = frozenset({"exponentials", "weights"})
_ROWS = {"queries": "query", "keys": "key", "one": "row"}  # what one row or column is called
_TOKENS = frozenset({"X", "source"})  # their rows are tokens, before there are queries and keys
_VALUES = frozenset({"V", "values"})
_LARGEST_POWER = 80.0  # what the exponentials of unshifted scores reach
_INPUT_AXES = {
    "X": ("queries", "d_model"), "source": ("keys", "d_source"), "Q": ("queries", "heads·d_k"),
    "K": ("keys", "heads·d_k"), "V": ("keys", "heads·d_v"), "W_Q": ("d_model", "heads·d_k"),
    "W_K": ("d_source", "heads·d_k"), "W_V": ("d_source", "heads·d_v"), "W_O": ("heads·d_v", "d_out"),
    "b_Q": ("one", "heads·d_k"), "b_K": ("one", "heads·d_k"), "b_V": ("one", "heads·d_v"), "b_O": ("one", "d_out"),
    "bias": ("queries", "keys"), "alibi": ("queries", "keys"),
}  # fmt: skip


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
    stage = BY_NAME.get(name) if name in trace.stages else None
    shown_head = min(selection.head if head is None else head, trace.sizes.heads - 1)
    own_head = shown_head if _is_per_head(trace, name) else None
    axes = stage.axes if stage is not None else _INPUT_AXES.get(name, ("row", "column"))
    values, reason, hidden, cover = shown_numbers(trace, name, shown_head, view.veil)
    shape = values.shape if values is not None else _shape(trace, axes)
    signed = name not in _POSITIVE
    fixed, face = limits, None
    if values is not None:
        fixed = weight_limits(values) if limits is None and name == "weights" and view.shared_scale else limits
        face = _face(values, hidden, cover, view, signed=signed, fixed=fixed)
    own_formula = _formula(trace, name, shown_head, view, covered=cover is not None) if formula is None else formula
    return Heatmap(
        key=name,
        head=own_head,
        title=_title(trace, name, own_head, compact=compact) if title is None else title,
        formula=own_formula,
        shape=(shape[0], shape[1]),
        role=role_of(name),
        face=face,
        row_labels=_labels(trace, axes[0], shape[0], features=True),
        column_labels=_labels(trace, axes[1], shape[1], features=not compact),
        row_word=_row_word(name, axes[0]),
        column_word=_ROWS.get(axes[1], axes[1]),
        row_words="tokens" if name in _TOKENS else axes[0],
        column_words=axes[1],
        signed=signed,
        scale_ends=fixed,
        colour_map=view.colour_map,
        frames=() if _unreached(view, name, own_head, shape) else frames_of(trace, selection, name, own_head),
        bands=_bands(trace, axes[1], shape[1]),
        cursor=_cursor(selection, name, own_head),
        numbers=view.numbers,
        legend=view.legend,
        captions=not compact,
        cell_text="0." + "0" * view.decimals if view.decimals else "0",
        brief=brief_of(name, own_formula),
        other_formulas=other_formulas(trace, name) if compact and formula is None else (),
        expected=() if values is not None else _expected(trace, name, shown_head, view.decimals),
        dim_reason=reason,
        blind_rows=() if values is not None or axes[0] != "queries" else blind_rows(trace, name, shown_head),
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
    shown_head = min(selection.head if head is None else head, trace.sizes.heads - 1)
    own_head = shown_head if _is_per_head(trace, name) else None
    if not is_large_map(shape) or _is_covered(view.veil, name, own_head):
        return heatmap_of(
            name, trace, selection, view, head, compact=compact, limits=limits, title=title, formula=formula
        )
    stage = BY_NAME.get(name) if name in trace.stages else None
    axes = stage.axes if stage is not None else _INPUT_AXES.get(name, ("row", "column"))
    return large_map_of(
        trace,
        name,
        shown_head,
        view,
        shape=shape,
        axes=axes,
        limits=limits,
        compact=compact,
        thumb=thumb or compact,
        words={
            "head": own_head,
            "title": _title(trace, name, own_head, compact=compact) if title is None else title,
            "formula": _formula(trace, name, shown_head, view, covered=False) if formula is None else formula,
            "row_labels": _labels(trace, axes[0], shape[0], features=True),
            "column_labels": _labels(trace, axes[1], shape[1], features=True),
            "row_word": _row_word(name, axes[0]),
            "column_word": _ROWS.get(axes[1], axes[1]),
            "row_words": "tokens" if name in _TOKENS else axes[0],
            "column_words": axes[1],
            "frames": frames_of(trace, selection, name, own_head),
            "bands": _bands(trace, axes[1], shape[1]),
            "cursor": _cursor(selection, name, own_head),
        },
    )


def _is_covered(veil: Veil, name: str, head: int | None) -> bool:
    """True if any of its numbers is kept back."""
    return any((region.name, region.head) == (name, head) for region in (*veil.regions, *veil.unseen))


def _row_word(name: str, axis: str) -> str:
    return "token" if name in _TOKENS else "value" if name in _VALUES else _ROWS.get(axis, axis)


def _title(trace: Trace, name: str, head: int | None, *, compact: bool) -> str:
    """The stage's title, with the head where it stands alone and there are others."""
    title = title_of(name) if head is None else group_title(trace, name, head)
    many = head is not None and trace.sizes.heads > 1 and not compact and title == title_of(name)
    return f"{title}, head {(head or 0) + 1}" if many else title


def _is_per_head(trace: Trace, name: str) -> bool:
    """True if each head has numbers of its own there, as a score bias may."""
    if name in trace.stages:
        return BY_NAME[name].per_head
    bias = trace.scenario.bias
    return name == "alibi" or (name == "bias" and bias is not None and bias.ndim == 3)


def _formula(trace: Trace, name: str, head: int, view: View, *, covered: bool) -> str:
    """The stage's formula; what rows sum to is said of numbers that are shown only."""
    formula = formula_of(trace, name, head, view.decimals)
    return formula.partition(",")[0] if covered and name == "weights" else formula


def _unreached(view: View, name: str, head: int | None, shape: tuple[int, ...]) -> bool:
    """True if no number of it is shown yet: a frame in an empty table points at nothing."""
    whole = Region(name, head, (0, shape[0]), (0, shape[1]))
    return whole in view.veil.unseen


def _cursor(selection: Selection, name: str, head: int | None) -> tuple[int, int] | None:
    """Row and column of the selected cell if it is in this figure."""
    cell = selection.cell
    return (cell.row, cell.column) if cell is not None and (cell.name, cell.head) == (name, head) else None


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


def _labels(trace: Trace, axis: str, count: int, *, features: bool) -> tuple[str, ...]:
    if axis == "queries":
        return trace.scenario.query_labels
    if axis == "keys":
        return trace.scenario.key_labels
    return tuple(map(str, range(1, count + 1))) if features and axis != "one" else ()


def _shape(trace: Trace, axes: tuple[str, str]) -> tuple[int, int]:
    """The shape of a stage that does not exist yet."""
    size = trace.sizes
    known = {
        "queries": size.T, "keys": size.S, "d_k": size.d_k, "d_v": size.d_v,
        "heads·d_v": size.heads * (size.d_v or 1), "d_out": size.d_out,
    }  # fmt: skip
    return known.get(axes[0]) or 1, known.get(axes[1]) or 1


def _bands(trace: Trace, axis: str, count: int) -> tuple[Band, ...]:
    """The columns of each head, where a matrix holds several side by side."""
    size = trace.sizes
    if not axis.startswith("heads·") or size.heads == 1:
        return ()
    widths = (size.d_k, size.d_v)
    heads = next(
        (heads for heads in (size.heads, size.kv_heads) for width in widths if width and heads * width == count), 1
    )
    if heads == 1:
        return ()
    width = count // heads
    group = size.heads // heads  # query heads that share one of these
    return tuple(
        Band((head * width, (head + 1) * width), sharing(trace, head * group), _in_few_letters(head * group, group))
        for head in range(heads)
    )


def _in_few_letters(first: int, group: int) -> str:
    """The numbers of heads that share their columns: "3", "1·2", "1–4"."""
    if group == 1:
        return str(first + 1)
    return f"{first + 1}{'·' if group == 2 else '–'}{first + group}"

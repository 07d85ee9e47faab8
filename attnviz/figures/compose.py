"""From a trace, a selection and a view to figures: the one place that decides what each figure shows."""

from __future__ import annotations

from attnviz.content.numerals import MINUS
from attnviz.engine.arrays import Array
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace
from attnviz.figures.bars import Bars
from attnviz.figures.board import Board, Panel
from attnviz.figures.colour_maps import is_diverging
from attnviz.figures.compose_vectors import vectors_of
from attnviz.figures.figure import Figure
from attnviz.figures.formulas import formula_of, role_of, title_of
from attnviz.figures.heatmap import Band, Heatmap, Limits, face_of, scale_for
from attnviz.figures.labels import quoted
from attnviz.figures.lighting import frames_of
from attnviz.figures.numbers import ends_of, hidden_in, values_of
from attnviz.figures.view import Selection, View

BOARD_LINES: tuple[tuple[str, ...], ...] = (
    ("queries", "keys", "values"),
    ("rotated_queries", "rotated_keys", "scores", "scaled", "capped", "biased", "tempered", "masked"),
    ("exponentials", "weights"),
    ("head_output", "output"),
)
FIGURES = ("board", "heads", "bars", "vectors", "concat")  # besides the stages and inputs
_POSITIVE = frozenset({"exponentials", "weights"})
_WORDS = {"queries": "query", "keys": "key", "one": "row"}
_INPUT_AXES = {
    "X": ("queries", "d_model"), "source": ("keys", "d_source"), "Q": ("queries", "heads·d_k"),
    "K": ("keys", "heads·d_k"), "V": ("keys", "heads·d_v"), "W_Q": ("d_model", "heads·d_k"),
    "W_K": ("d_source", "heads·d_k"), "W_V": ("d_source", "heads·d_v"), "W_O": ("heads·d_v", "d_out"),
    "b_Q": ("one", "heads·d_k"), "b_K": ("one", "heads·d_k"), "b_V": ("one", "heads·d_v"), "b_O": ("one", "d_out"),
    "bias": ("queries", "keys"),
}  # fmt: skip


def figure_of(name: str, trace: Trace, selection: Selection, view: View, head: int | None = None) -> Figure:
    """Any figure by its name: a stage, an input, or one of FIGURES. Raises NoSuchStage for another name."""
    match name:
        case "board":
            return board_of(trace, selection, view)
        case "heads":
            return heads_of(trace, selection, view)
        case "concat":
            return concat_of(trace, selection, view)
        case "bars":
            return bars_of(trace, selection, view)
        case "vectors":
            return vectors_of(trace, selection, view)
    return heatmap_of(name, trace, selection, view, head)


def heatmap_of(
    name: str,
    trace: Trace,
    selection: Selection,
    view: View,
    head: int | None = None,
    *,
    compact: bool = False,
    limits: Limits | None = None,
    title: str = "",
) -> Heatmap:
    """One stage or input as a heatmap; head: None means the selected one.

    compact: as it stands on a board, without captions and without numbers over the columns. limits: a scale shared
    with other figures. Where the trace has no such numbers (a query sees no key) the figure is dimmed and says why.
    Raises NoSuchStage for a name that this scenario does not have.
    """
    stage = BY_NAME.get(name) if name in trace.stages else None
    shown_head = min(selection.head if head is None else head, trace.sizes.heads - 1)
    own_head = shown_head if stage is not None and stage.per_head else None
    axes = stage.axes if stage is not None else _INPUT_AXES.get(name, ("row", "column"))
    values, reason = values_of(trace, name, shown_head)
    shape = values.shape if values is not None else _shape(trace, axes)
    hidden = hidden_in(trace, name, shown_head, values)
    signed = name not in _POSITIVE
    face, whole = None, False
    if values is not None:
        fixed = limits or (_weight_limits(values) if name == "weights" and view.shared_scale else None)
        scale = scale_for(ends_of(values, hidden), signed=signed, fixed=fixed, choice=view.colour_map)
        diverging = is_diverging(view.colour_map, signed=signed)
        face = face_of(values, view.decimals, scale, diverging=diverging, hidden=hidden)
        whole = fixed is not None
    cell = selection.cell
    cursor = (cell.row, cell.column) if cell is not None and (cell.name, cell.head) == (name, own_head) else None
    many = own_head is not None and trace.sizes.heads > 1 and not compact
    return Heatmap(
        key=name,
        head=own_head,
        title=title or (f"{title_of(name)}, head {shown_head + 1}" if many else title_of(name)),
        formula=formula_of(trace, name, shown_head, view.decimals),
        shape=(shape[0], shape[1]),
        role=role_of(name),
        face=face,
        row_labels=_labels(trace, axes[0], shape[0]),
        column_labels=_labels(trace, axes[1], shape[1], features=not compact),
        row_word=_WORDS.get(axes[0], axes[0]),
        column_word=_WORDS.get(axes[1], axes[1]),
        signed=signed,
        whole_scale=whole,
        colour_map=view.colour_map,
        frames=frames_of(trace, selection, name, own_head),
        bands=_bands(trace, axes[1], shape[1]),
        cursor=cursor,
        numbers=view.numbers,
        legend=view.legend,
        captions=not compact,
        cell_text=MINUS + "0." + "0" * view.decimals if view.decimals else MINUS + "0",
        dim_reason=reason,
    )


def bars_of(trace: Trace, selection: Selection, view: View) -> Bars:
    """How the selected query shares its attention over the keys."""
    head, query = min(selection.head, trace.sizes.heads - 1), min(selection.query, trace.sizes.T - 1)
    weights, reason = values_of(trace, "weights", head)
    hidden = hidden_in(trace, "weights", head, weights)
    row = None if weights is None else weights[query]
    fixed = (0.0, 1.0) if view.shared_scale or row is None else (0.0, 0.0)
    low, high = (0.0, 1.0) if row is None else (min(fixed[0], float(row.min())), max(fixed[1], float(row.max())))
    cell = selection.cell
    chosen = cell is not None and (cell.name, cell.head, cell.row) == ("weights", head, query)
    label = trace.scenario.query_labels[query]
    return Bars(
        key="weights",
        head=head,
        row=query,
        title=f"Query {quoted(query + 1, label)} looks at",
        role="weights",
        values=row,
        labels=trace.scenario.key_labels,
        hidden=tuple(hidden[query].tolist()) if hidden is not None else (False,) * trace.sizes.S,
        limits=(low, high if high > low else low + 1.0),
        decimals=view.decimals,
        cursor=cell.column if cell is not None and chosen else None,
        numbers=view.numbers,
        dim_reason=reason,
    )


def board_of(trace: Trace, selection: Selection, view: View) -> Board:
    """The whole pipeline of the selected head, with the bars of the selected query beside the output."""
    panels: list[Panel] = []
    groups: list[int] = []
    for line, names in enumerate(BOARD_LINES):
        for name in names:
            if name in trace.stages and not _same_as_head_output(trace, name):
                panels.append(heatmap_of(name, trace, selection, view, compact=True))
                groups.append(line)
    panels.append(bars_of(trace, selection, view))
    groups.append(len(BOARD_LINES) - 1)
    head = min(selection.head, trace.sizes.heads - 1)
    return Board(
        "board",
        tuple(panels),
        tuple(groups),
        title=f"Head {head + 1}" if trace.sizes.heads > 1 else "",
        show_title=False,
    )


def heads_of(trace: Trace, selection: Selection, view: View, name: str = "weights") -> Board:
    """One stage of all heads side by side, on one scale unless the view asks for each head's own."""
    heads = range(trace.sizes.heads)
    limits = None
    if view.shared_scale:
        ends = [
            ends_of(values, hidden_in(trace, name, head, values))
            for head in heads
            if (values := values_of(trace, name, head)[0]) is not None
        ]
        known = [pair for pair in ends if pair is not None]
        if known:
            limits = min(low for low, _ in known), max(high for _, high in known)
            if name == "weights":
                limits = min(0.0, limits[0]), max(1.0, limits[1])
    panels = tuple(
        heatmap_of(name, trace, selection, view, head, compact=True, limits=limits, title=f"Head {head + 1}")
        for head in heads
    )
    scale = "one scale" if view.shared_scale else "each on its own scale"
    return Board("heads", panels, (0,) * len(panels), title=f"{title_of(name)}, all heads", subtitle=scale)


def concat_of(trace: Trace, selection: Selection, view: View) -> Board:
    """How the heads' outputs become the layer's: side by side, times W_O, the output."""
    names = [
        name for name in ("concatenated", "W_O", "b_O", "output") if name in trace.stages or _has_input(trace, name)
    ]
    if not names:
        names = ["weights"]
    panels = tuple(heatmap_of(name, trace, selection, view, compact=True) for name in names)
    return Board("concat", panels, tuple(range(len(panels))), title="Concatenation and W_O", show_title=False)


def _weight_limits(values: Array) -> Limits:
    """0…1, or as far as given weights go beyond."""
    return min(0.0, float(values.min())), max(1.0, float(values.max()))


def _labels(trace: Trace, axis: str, count: int, *, features: bool = True) -> tuple[str, ...]:
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
    if not axis.startswith("heads·") or size.heads == 1 or count % size.heads:
        return ()
    heads = size.heads if count in (size.heads * (size.d_k or 0), size.heads * (size.d_v or 0)) else size.kv_heads
    width = count // heads
    return tuple(Band((head * width, (head + 1) * width), f"head {head + 1}") for head in range(heads))


def _same_as_head_output(trace: Trace, name: str) -> bool:
    """With one head and no W_O the head's output is the output: it is shown once."""
    inputs = trace.scenario.inputs
    alone = trace.sizes.heads == 1 and getattr(inputs, "W_O", None) is None and getattr(inputs, "b_O", None) is None
    return name == "head_output" and alone


def _has_input(trace: Trace, name: str) -> bool:
    return any(own == name for own, _ in trace.scenario.inputs.items())

"""What a figure of one stage or input says, be it a heatmap or a large map: title, labels, bands and frames."""

from __future__ import annotations

from typing import TypedDict

from attnviz.content.stage_formulas import formula_of, group_title, role_of, title_of
from attnviz.content.wording import sharing
from attnviz.engine.cells import Region
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace
from attnviz.figures.large.pictures import POSITIVE
from attnviz.figures.lighting import frames_of
from attnviz.figures.matrix_figure import Band, Frame
from attnviz.figures.view import Selection, View

_ROWS = {"queries": "query", "keys": "key", "one": "row"}  # what one row or column is called
_TOKENS = frozenset({"X", "source"})  # their rows are tokens, before there are queries and keys
_VALUES = frozenset({"V", "values"})
_INPUT_AXES = {
    "X": ("queries", "d_model"), "source": ("keys", "d_source"), "Q": ("queries", "heads·d_k"),
    "K": ("keys", "heads·d_k"), "V": ("keys", "heads·d_v"), "W_Q": ("d_model", "heads·d_k"),
    "W_K": ("d_source", "heads·d_k"), "W_V": ("d_source", "heads·d_v"), "W_O": ("heads·d_v", "d_out"),
    "b_Q": ("one", "heads·d_k"), "b_K": ("one", "heads·d_k"), "b_V": ("one", "heads·d_v"), "b_O": ("one", "d_out"),
    "bias": ("queries", "keys"), "alibi": ("queries", "keys"),
}  # fmt: skip


class Told(TypedDict):
    """The fields of a MatrixFigure that do not depend on how its numbers are drawn."""

    key: str
    head: int | None
    title: str
    formula: str
    shape: tuple[int, int]
    role: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    placed: bool
    row_word: str
    column_word: str
    row_words: str
    column_words: str
    signed: bool
    colour_map: str
    frames: tuple[Frame, ...]
    bands: tuple[Band, ...]
    cursor: tuple[int, int] | None
    numbers: bool


def told_of(
    name: str,
    trace: Trace,
    selection: Selection,
    view: View,
    head: int,
    shape: tuple[int, int],
    *,
    compact: bool,
    title: str | None,
    formula: str | None,
    covered: bool = False,
    features: bool = True,
) -> Told:
    """What the figure of one head's stage, or of an input, says.

    compact: it stands among others. title and formula: what is said in place of its own. covered: some of its numbers
    are kept back. features: columns that are no tokens have their numbers as labels.
    """
    own_head = head_in(trace, name, head)
    rows, columns = axes_of(trace, name)
    return Told(
        key=name,
        head=own_head,
        title=_title(trace, name, own_head, compact=compact) if title is None else title,
        formula=_formula(trace, name, head, view, covered=covered) if formula is None else formula,
        shape=shape,
        role=role_of(name),
        row_labels=_labels(trace, rows, shape[0], features=True),
        column_labels=_labels(trace, columns, shape[1], features=features),
        placed=True,
        row_word=_row_word(name, rows),
        column_word=_ROWS.get(columns, columns),
        row_words="tokens" if name in _TOKENS else rows,
        column_words=columns,
        signed=name not in POSITIVE,
        colour_map=view.colour_map,
        frames=() if _unreached(view, name, own_head, shape) else frames_of(trace, selection, name, own_head),
        bands=_bands(trace, columns, shape[1]),
        cursor=_cursor(selection, name, own_head),
        numbers=view.numbers,
    )


def axes_of(trace: Trace, name: str) -> tuple[str, str]:
    """What the rows and the columns of a stage or input are."""
    return BY_NAME[name].axes if name in trace.stages else _INPUT_AXES.get(name, ("row", "column"))


def head_in(trace: Trace, name: str, head: int) -> int | None:
    """The head where each has numbers of its own, as a score bias may; None where one matrix is that of all."""
    if name in trace.stages:
        return head if BY_NAME[name].per_head else None
    bias = trace.scenario.bias
    return head if name == "alibi" or (name == "bias" and bias is not None and bias.ndim == 3) else None


def _row_word(name: str, axis: str) -> str:
    return "token" if name in _TOKENS else "value" if name in _VALUES else _ROWS.get(axis, axis)


def _title(trace: Trace, name: str, head: int | None, *, compact: bool) -> str:
    """The stage's title, with the head where it stands alone and there are others."""
    title = title_of(name) if head is None else group_title(trace, name, head)
    many = head is not None and trace.sizes.heads > 1 and not compact and title == title_of(name)
    return f"{title}, head {(head or 0) + 1}" if many else title


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


def _labels(trace: Trace, axis: str, count: int, *, features: bool) -> tuple[str, ...]:
    if axis == "queries":
        return trace.scenario.query_labels
    if axis == "keys":
        return trace.scenario.key_labels
    return tuple(map(str, range(1, count + 1))) if features and axis != "one" else ()


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

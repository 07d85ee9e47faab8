"""What figures are called and what their cells say, for tooltips and screen readers."""

from __future__ import annotations

import html

from PySide6.QtCore import QPointF, QRectF

from attnviz.app.explaining.changes_words import moves_in_words
from attnviz.app.fitted_view import is_there
from attnviz.app.pipeline.pending_marks import is_old
from attnviz.app.session import State
from attnviz.content.stage_formulas import sentence_of
from attnviz.content.wording import number_in_full, place_name
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import HIDERS, hidden_by
from attnviz.engine.errors import AttentionError
from attnviz.figures.bars import Bars
from attnviz.figures.figure import Figure, hit, part_under, tooltip
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.compose_large import BEFORE
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme
from attnviz.figures.vectors import Vectors
from attnviz.figures.veil import veiled

_VEILED = frozenset({"masked", "exponentials", "weights"})


def figure_name(figure: Figure) -> str:
    """The accessible name: what the figure shows, and of which head."""
    title = figure.title or "Figure"
    if isinstance(figure, Heatmap | LargeMap) and figure.head is not None and "head" not in title.lower():
        return f"{title}, head {figure.head + 1}"
    return title


def figure_sentence(figure: Figure, *, old: bool = False) -> str:
    """The accessible description: what its numbers mean and how many there are. old: they are of before the edit."""
    return f"{_sentence(figure)} The numbers are those {BEFORE}.".lstrip() if old else _sentence(figure)


def _sentence(figure: Figure) -> str:
    if isinstance(figure, Heatmap | LargeMap):
        sentence = sentence_of(figure.key)
        size = f"{figure.shape[0]} rows, {figure.shape[1]} columns."
        reason = f" {figure.dim_reason}" if figure.dim_reason else ""
        return f"{sentence} {size}{reason}".lstrip()
    if isinstance(figure, Bars):
        return f"{len(figure.labels)} bars. {figure.dim_reason}".strip()
    return ""


def cell_in_words(state: State, cell: Cell) -> str:
    """The cell with both of its labels and its exact value; of a veiled one, what was typed there.

    While the trace is the one before the last edit, it says so.
    """
    mark = veiled(state.trace, state.view.veil, cell)
    if mark is not None:
        return f"{place_name(state.trace, cell)}: {mark.words}"
    try:
        row = state.trace.row(cell.name, cell.row, cell.head)
    except AttentionError as error:
        return str(error)
    number = number_in_full(state.trace, cell.name, row[cell.column])
    words = f"{number}{_hidden(state, cell)}{moves_in_words(state, cell)}"
    return dated(state, f"{place_name(state.trace, cell)}: {words}")


def dated(state: State, text: str) -> str:
    """Words about numbers, with "(before the edit)" where they are of the scenario before."""
    return f"{text} ({BEFORE})" if text and is_old(state) else text


def _hidden(state: State, cell: Cell) -> str:
    """What hides the key from the query, where the stage knows of it."""
    if cell.name not in _VEILED:
        return ""
    by = hidden_by(state.trace, cell)
    return f" (hidden by {' and '.join(HIDERS[name] for name in by)})" if by else ""


def tooltip_for(state: State, figure: Figure, place: QRectF, point: QPointF, look: Theme) -> str:
    """What lies under a point in full; markup in labels stays text."""
    cell = hit(figure, place, point, look)
    if cell is None:
        text = tooltip(figure, place, point, look)
        return dated(state, text) if isinstance(figure, Vectors) and "<qt>" not in text else text
    if not is_there(cell, state.trace):
        return ""  # the figure is of before: its successor comes in a turn or two
    among, words = _among(figure, place, point, look), cell_in_words(state, cell)
    text = f"{among}: {words}" if among else words
    return f"<qt>{html.escape(text)}</qt>" if "<" in text or "&" in text else text  # else Qt would read markup


def _among(figure: Figure, place: QRectF, point: QPointF, look: Theme) -> str:
    """Which of the cells that one point of a large map stands for the words are about; "" where it is a single one."""
    part, room = part_under(figure, place, point, look)
    if not isinstance(part, LargeMap):
        return ""
    from attnviz.figures.large.pointing import among_words

    return among_words(part, room, point, look)

"""What a worksheet is put together from: words, tables with and without numbers, and squared room to compute in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from attnviz.content.practice.exercise import Exercise
from attnviz.content.practice.printed import printed
from attnviz.content.wording import stage_title
from attnviz.engine.cells import Region
from attnviz.engine.derivation import derive
from attnviz.engine.stages import BY_NAME
from attnviz.figures.compose_heatmap import heatmap_of
from attnviz.figures.figure import paint_figure
from attnviz.figures.fitting import comfortable, natural_size
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Face, Fit, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.matrix_figure import Frame
from attnviz.figures.theme import Theme, font
from attnviz.figures.veil import empty_cover
from attnviz.figures.view import Selection, View
from attnviz.figures.worksheet_words import Line, lines_of, paint_line

SQUARE = 18.9  # pixels: 5 mm, as squared paper has it
APART = 28.0  # between tables
BOX = 0.8 * 96 / 72  # pixels: 0.8 pt
_UNCOLOURED = 1e30  # ends of a scale on which every number has the paper's colour
_SHAPELESS = 1  # the title alone
_WRITTEN = Fit(12, 66.0, 30.0, False, words=_SHAPELESS)  # cells that a pencil fills in

Paint = Callable[[QPainter, QPointF, float], None]


@dataclass(frozen=True)
class Piece:
    """Something of that height; `paint(painter, top left, height)`. stretch: how much of a page's rest it takes.

    drops: it is left out at the top of a page.
    """

    height: float
    paint: Paint
    stretch: float = 0.0
    drops: bool = False


def gap(height: float) -> Piece:
    """Nothing, between two pieces."""
    return Piece(height, lambda _painter, _place, _height: None, drops=True)


def words(text: str, own: QFont, colour: QColor, width: float, indent: float = 0.0) -> list[Piece]:
    """A text in lines no wider than `width`, each a piece of its own, so that a page may end between them."""
    measure = ruler(own)

    def piece(line: Line) -> Piece:
        def paint(painter: QPainter, place: QPointF, _height: float) -> None:
            paint_line(painter, QPointF(place.x() + indent, place.y() + measure.ascent), line, own, colour)

        return Piece(measure.height + 2, paint)

    return [piece(line) for line in lines_of(text, own, colour, width - indent)]


def given_tables(exercise: Exercise, decimals: int) -> list[Heatmap]:
    """The numbers that a question starts from, on white so that they print well; what is asked about is framed."""
    view = View(decimals=decimals, legend=False, colour_map="auto")
    selection = Selection(exercise.head, 0)
    found = []
    for region in printed(exercise):
        whole = heatmap_of(region.name, exercise.trace, selection, view, exercise.head, compact=True)
        if whole.face is None:
            continue
        rows = slice(*region.rows)
        hidden = None if whole.face.hidden is None else whole.face.hidden[rows]
        face = Face(whole.face.values[rows], decimals, (-_UNCOLOURED, _UNCOLOURED), True, hidden)
        model = replace(
            whole, face=face, shape=face.values.shape, row_labels=whole.row_labels[rows], placed=False, formula="",
            frames=_asked_about(exercise, region), cursor=None, colour_map="auto", signed=True, legend=False,
            other_formulas=(), other_briefs=(), fit=None,
        )  # fmt: skip
        fit = comfortable(model, 12, narrow=True)
        part = region.name in exercise.trace.stages  # whose shape is not that of the stage
        found.append(replace(model, fit=replace(fit, words=_SHAPELESS if part else 0)))
    return found


def _asked_about(exercise: Exercise, region: Region) -> tuple[Frame, ...]:
    """A frame around what the question is about, where more than that is printed: a row of X, a head's columns."""
    if not exercise.cells:
        return ()
    columns = region.columns[1] - region.columns[0]
    used = [own for own in derive(exercise.trace, exercise.cells[0]).sources if own.name == region.name]
    last = [own for own in derive(exercise.trace, exercise.cells[-1]).sources if own.name == region.name]
    if not used:
        return ()
    rows, across = used[0].rows, (used[0].columns[0], last[0].columns[1])
    inside = (rows[0] - region.rows[0], rows[1] - region.rows[0])
    if inside == (0, region.rows[1] - region.rows[0]) and across == (0, columns):
        return ()
    return (Frame(inside, across, "plain", strong=True),)


def answer_tables(exercise: Exercise) -> list[Heatmap]:
    """Empty cells for the answers, one table for each stage that is asked for."""
    found = []
    for name in dict.fromkeys(cell.name for cell in exercise.cells):
        cells = [cell for cell in exercise.cells if cell.name == name]
        rows, columns = BY_NAME[name].axes
        scenario, first = exercise.scenario, cells[0]
        labels = scenario.query_labels if rows == "queries" else scenario.key_labels
        over = tuple(scenario.key_labels[cell.column] for cell in cells) if columns == "keys" else ()
        shape = (1, len(cells))
        face = Face(np.full(shape, np.nan), 3, (0.0, 1.0), False, None, empty_cover(*shape))
        title = stage_title(exercise.trace, name)
        found.append(
            Heatmap(
                key=name,
                head=first.head,
                title=title,
                formula="",
                shape=shape,
                role=BY_NAME[name].role,
                face=face,
                row_labels=(labels[first.row],),
                column_labels=over,
                legend=False,
                fit=_WRITTEN,
            )
        )
    return found


def tables(models: Sequence[Heatmap], theme: Theme, width: float) -> list[Piece]:
    """Tables beside each other, as many lines of them as they need; their lines are dark enough for any printer."""
    theme = replace(theme, palette=replace(theme.palette, grid=theme.palette.hatch))
    lines: list[list[tuple[Heatmap, float, float, float]]] = []
    left = 0.0
    for model in models:
        assert model.fit is not None
        plain = replace(model, formula="")
        size = natural_size(plain, theme, model.fit, title_width=True)
        if not lines or left + size.width() > width:
            lines.append([])
            left = 0.0
        lines[-1].append((plain, left, size.width(), size.height()))
        left += size.width() + APART
    return [_tables_line(line, theme) for line in lines]


def _tables_line(line: list[tuple[Heatmap, float, float, float]], theme: Theme) -> Piece:
    def paint(painter: QPainter, place: QPointF, _height: float) -> None:
        for model, left, width, height in line:
            area = QRectF(place.x() + left, place.y(), width, height)
            paint_figure(painter, area, model, theme)
            if model.face is not None and model.face.cover is not None:
                _paint_boxes(painter, area, model, theme)

    return Piece(max(height for *_, height in line) + 6, paint)


def _paint_boxes(painter: QPainter, area: QRectF, model: Heatmap, theme: Theme) -> None:
    """A box around each cell that is to be filled in, which neither a screen nor a printer loses."""
    grid = layout(model, area, theme)
    rows, columns = model.shape
    painter.save()
    painter.setPen(theme.pen(theme.palette.text, BOX))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRects([grid.cell_rect(row, column) for row in range(rows) for column in range(columns)])
    painter.restore()


def room(rows: int, theme: Theme, width: float) -> Piece:
    """Squared room of so many rows at least; it takes what is left of its page."""

    def paint(painter: QPainter, place: QPointF, height: float) -> None:
        painter.setPen(theme.pen(theme.palette.grid, 0.6))
        across, down = int(width // SQUARE), int(height // SQUARE)
        left, top = place.x(), place.y()
        upright = [
            QLineF(left + SQUARE * step, top, left + SQUARE * step, top + SQUARE * down) for step in range(across + 1)
        ]
        level = [
            QLineF(left, top + SQUARE * step, left + SQUARE * across, top + SQUARE * step) for step in range(down + 1)
        ]
        painter.drawLines(upright + level)

    return Piece(rows * SQUARE + 1, paint, stretch=float(rows))


def blank_fields(exercise: Exercise, theme: Theme) -> Piece:
    """A line to write on before each word: ______ rows."""
    own = font(theme.title_px)
    measure = ruler(own)

    def paint(painter: QPainter, place: QPointF, _height: float) -> None:
        left, baseline = place.x(), place.y() + 1.6 * measure.height
        painter.setFont(own)
        for field in exercise.fields:
            painter.setPen(theme.pen(theme.palette.text, 1.0))
            painter.drawLine(QLineF(left, baseline + 2, left + 96, baseline + 2))
            painter.setPen(theme.palette.text)
            painter.drawText(QPointF(left + 104, baseline), field.label)
            left += 104 + measure.width(field.label) + APART

    return Piece(2.2 * measure.height, paint)

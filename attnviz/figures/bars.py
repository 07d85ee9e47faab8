"""The weights of one query, or the components of one vector, as bars with their labels and numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter

from attnviz.content.numerals import format_number
from attnviz.engine.arrays import Array
from attnviz.figures.grid import LABEL_LETTERS, LABEL_SHARE, figure_theme
from attnviz.figures.heatmap import Fit
from attnviz.figures.heatmap_painter import hatch_lines, paint_title, wrapped
from attnviz.figures.labels import ruler, visible
from attnviz.figures.theme import Theme, font

HIDDEN = "hidden"
_GAP = 8.0


@dataclass(frozen=True, eq=False)
class Bars:
    """One bar for each number. key, head, row: where the numbers stand, as Cells name them; columns count from 0.

    values: None where they do not exist, and then dim_reason says why. hidden: positions that may not be seen.
    limits: where the bars' scale begins and ends; it holds 0. word: what one bar is, "key" or "component".
    share: the numbers are parts of a whole, so that those left out can be given as one sum.
    """

    key: str
    head: int | None
    row: int
    title: str
    role: str
    values: Array | None
    labels: tuple[str, ...]
    hidden: tuple[bool, ...]
    limits: tuple[float, float]
    decimals: int
    formula: str = ""
    word: str = "key"
    share: bool = True
    cursor: int | None = None
    numbers: bool = True
    show_title: bool = True
    dim_reason: str = ""
    fit: Fit | None = None

    @cached_property
    def shown_labels(self) -> tuple[str, ...]:
        """Labels with nothing invisible in them."""
        return tuple(map(visible, self.labels))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The number of each bar as it is shown, or "hidden"."""
        if self.values is None:
            return ("",) * len(self.labels)
        return tuple(
            HIDDEN if hidden else format_number(value, self.decimals)
            for value, hidden in zip(self.values.tolist(), self.hidden, strict=True)
        )


@dataclass(frozen=True)
class BarRow:
    """One line of the figure. indices: the bars it stands for, several in the last line of a long list."""

    indices: tuple[int, ...]
    label: str
    value: float
    text: str
    hidden: bool
    label_rect: QRectF
    track: QRectF
    bar: QRectF
    text_rect: QRectF


@dataclass(frozen=True)
class BarGrid:
    """The geometry of painted bars."""

    theme: Theme
    number_px: int
    title: QRectF
    rows: tuple[BarRow, ...]
    zero: float  # x of 0
    body: QRectF

    def row_at(self, point: QPointF) -> BarRow | None:
        """The line under a point."""
        for row in self.rows:
            if row.label_rect.top() <= point.y() < row.label_rect.bottom() and self.body.contains(point):
                return row
        return None


def bars_size(model: Bars, theme: Theme, fit: Fit) -> QSizeF:
    """The size with rows as high as the cells of a board, every bar shown up to sixteen."""
    number_px = fit.number_px or theme.number_px
    grown = figure_theme(theme, fit.number_px)
    small, measure = ruler(grown.small_font), ruler(font(number_px))
    label = min(small.widest(model.shown_labels[:64]), LABEL_LETTERS * grown.small_px)
    width = label + 2 * _GAP + 9.0 * number_px + measure.widest((*model.texts[:64], HIDDEN))
    title = ruler(grown.title_font).height + 6 if model.show_title else 0.0
    pitch = max(fit.cell_height, 1.3 * number_px)
    return QSizeF(
        max(width, ruler(grown.title_font).width(model.title) + label + 6),
        title + pitch * min(len(model.labels), 16) + 2,
    )


def bars_layout(model: Bars, rect: QRectF, theme: Theme) -> BarGrid:
    """The geometry in `rect`: the bars that fit, and where not all do, the greatest of them and one for the rest."""
    number_px = _number_px(model, rect, theme)
    grown = figure_theme(theme, number_px)
    title = ruler(grown.title_font).height + 6 if model.show_title else 0.0
    small, measure = ruler(grown.small_font), ruler(font(number_px))
    count = len(model.labels)
    least_pitch = max(1.3 * number_px, small.height)
    pitch = model.fit.cell_height if model.fit is not None else 2.2 * number_px
    room = max(rect.height() - title - 2, least_pitch)
    pitch = max(least_pitch, min(pitch, room / count))
    lines = _lines(model, max(1, int(room / pitch + 1e-6)))
    label_width = min(
        small.widest(tuple(label for _, label in lines)), LABEL_SHARE * rect.width(), LABEL_LETTERS * grown.small_px
    )
    texts = tuple(_text(model, indices) for indices, _ in lines)
    text_width = measure.widest(texts) if model.numbers else 0.0
    left = rect.left() + label_width + 6
    track_width = max(rect.right() - left - text_width - (_GAP if text_width else 0), 4.0)
    track_width = min(track_width, 26.0 * number_px)
    low, high = model.limits
    scale = track_width / ((high - low) or 1.0)
    zero = left - low * scale
    rows = []
    thick = max(4.0, min(round(pitch * 0.62), 2.0 * number_px))
    for number, ((indices, label), text) in enumerate(zip(lines, texts, strict=True)):
        top = rect.top() + title + pitch * number
        value = _value(model, indices)
        y = round(top + (pitch - thick) / 2)
        reach = min(max(value, low), high) * scale
        bar = QRectF(min(zero, zero + reach), y, abs(reach), thick)
        rows.append(
            BarRow(
                indices, label, value, text, all(model.hidden[i] for i in indices),
                QRectF(left - 6 - label_width, top, label_width, pitch), QRectF(left, y, track_width, thick), bar,
                QRectF(left + track_width + _GAP, top, text_width, pitch),
            )
        )  # fmt: skip
    body = QRectF(rect.left(), rect.top() + title, rect.width(), pitch * len(rows))
    return BarGrid(grown, number_px, QRectF(left, rect.top(), rect.right() - left, title), tuple(rows), zero, body)


def paint_bars(painter: QPainter, rect: QRectF, model: Bars, theme: Theme) -> None:
    """Draws the bars in `rect`."""
    painter.save()
    grid = bars_layout(model, rect, theme)
    palette, small = grid.theme.palette, ruler(grid.theme.small_font)
    number_font = font(grid.number_px)
    measure = ruler(number_font)
    if model.show_title:
        paint_title(painter, grid.title, grid.theme, model.title, "input", model.formula)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    for row in grid.rows:
        painter.fillRect(row.track, palette.hover)
        if row.hidden:
            painter.setPen(grid.theme.pen(palette.hatch))
            painter.drawLines(hatch_lines(row.track))
        elif model.values is not None:
            painter.fillRect(row.bar, grid.theme.role(model.role))
        middle = row.label_rect.center().y()
        painter.setFont(grid.theme.small_font)
        painter.setPen(palette.soft)
        label = small.shortened(row.label, row.label_rect.width() + 0.5)
        painter.drawText(QPointF(row.label_rect.right() - small.width(label), middle + small.figure_height / 2), label)
        if model.numbers and row.text:
            painter.setFont(number_font)
            painter.setPen(palette.soft if row.hidden else palette.text)
            painter.drawText(QPointF(row.text_rect.left(), middle + measure.figure_height / 2), row.text)
    _paint_marks(painter, grid, model)
    painter.restore()


def _paint_marks(painter: QPainter, grid: BarGrid, model: Bars) -> None:
    palette = grid.theme.palette
    if model.limits[0] < 0 and grid.rows:
        painter.setPen(grid.theme.pen(palette.soft))
        painter.drawLine(QLineF(grid.zero, grid.body.top(), grid.zero, grid.body.bottom()))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for row in grid.rows:
        if model.cursor is not None and model.cursor in row.indices:
            painter.setPen(grid.theme.pen(palette.text, 2.0))
            painter.drawRoundedRect(row.track.adjusted(-2, -2, 2, 2), 2.5, 2.5)
    if model.values is None:
        painter.setFont(grid.theme.small_font)
        painter.setPen(palette.soft)
        small = ruler(grid.theme.small_font)
        y = grid.body.top() + small.ascent + 4
        for line in wrapped(model.dim_reason, grid.theme, grid.body.right() - grid.zero - 8):
            painter.drawText(QPointF(grid.zero + 6, y), line)
            y += small.height + 2


def _number_px(model: Bars, rect: QRectF, theme: Theme) -> int:
    if model.fit is not None:
        return model.fit.number_px or theme.number_px
    title = ruler(theme.title_font).height + 6
    free = (rect.height() - title) / (2.2 * max(len(model.labels), 1))
    across = rect.width() / 18
    return int(max(round(theme.least_number), min(free, across, 2.0 * theme.number_px)))


def _lines(model: Bars, fitting: int) -> list[tuple[tuple[int, ...], str]]:
    """The bars of each line with its label: all, or the greatest in their own order and one line for the others."""
    count = len(model.labels)
    if count <= fitting:
        return [((index,), label) for index, label in enumerate(model.shown_labels)]
    values = np.zeros(count) if model.values is None else np.abs(np.asarray(model.values, dtype=np.float64))
    order = np.argsort(-np.where(np.array(model.hidden), -1.0, values), kind="stable")
    top = sorted(int(index) for index in order[: max(fitting - 1, 0)])
    rest = tuple(sorted(set(range(count)) - set(top)))
    plural = "s" if len(rest) > 1 else ""
    return [((index,), model.shown_labels[index]) for index in top] + [
        (rest, f"{len(rest)} other {model.word}{plural}")
    ]


def _value(model: Bars, indices: tuple[int, ...]) -> float:
    if model.values is None:
        return 0.0
    return float(sum(float(model.values[index]) for index in indices if not model.hidden[index]))


def _text(model: Bars, indices: tuple[int, ...]) -> str:
    if model.values is None:
        return ""
    if len(indices) == 1:
        return model.texts[indices[0]]
    if all(model.hidden[index] for index in indices):
        return HIDDEN
    return format_number(_value(model, indices), model.decimals)


def fixed(model: Bars, fit: Fit) -> Bars:
    """The same bars with the sizes of a board."""
    return replace(model, fit=fit)

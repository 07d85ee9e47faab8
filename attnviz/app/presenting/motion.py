"""Motion that explains: the numbers that make a new one move to its place, then it is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from attnviz.content.numerals import format_result
from attnviz.content.stage_formulas import role_of
from attnviz.engine.cells import Cell, Region
from attnviz.engine.derivation import derive
from attnviz.engine.errors import AttentionError
from attnviz.engine.tracing import Trace
from attnviz.figures.board import Board
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.slide import Slide
from attnviz.figures.theme import Theme, font

MILLISECONDS = 240
MOST = 32  # numbers that move at once; more would explain nothing


@dataclass(frozen=True)
class Moving:
    """One number on its way."""

    text: str
    role: str
    start: QRectF
    stop: QRectF


class Motion:
    """Plays between two slides of the same figure when one more number appears; does nothing if off."""

    def __init__(self, stage: QWidget, *, on: bool) -> None:
        self.on = on
        self.moving: tuple[Moving, ...] = ()
        self._stage = stage
        self._part = 1.0
        self._run = QVariantAnimation(stage)
        self._run.setStartValue(0.0)
        self._run.setEndValue(1.0)
        self._run.setDuration(MILLISECONDS)
        self._run.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self._run.valueChanged.connect(self._step)
        self._run.finished.connect(self._end)

    def go(
        self, old: Slide, new: Slide, trace: Trace, place_of: Callable[[Cell], QRectF | None], decimals: int = 3
    ) -> None:
        """Starts if the new slide shows a number more than the old one, made of numbers that stand on both."""
        self._run.stop()
        self.moving = ()
        cell = _cell_of(new)
        if not self.on or cell is None or not _same_kind(old, new):
            return
        target = place_of(cell)
        if target is None:
            return
        try:
            sources = derive(trace, cell).sources
        except AttentionError:  # a query that sees no key: nothing to show on its way
            return
        self.moving = tuple(_numbers(sources, target, trace, place_of, decimals))
        if self.moving:
            self._run.start()

    def paint(self, painter: QPainter, look: Theme) -> None:
        """The numbers where they are now, over the slide."""
        if not self.moving:
            return
        covered = QColor(look.palette.panel)
        painter.fillRect(self.moving[0].stop.adjusted(2, 2, -2, -2), covered)  # not there before the others are
        painter.setFont(font(look.number_px, bold=True))
        for one in self.moving:
            place = _between(one.start, one.stop, self._part)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(covered)
            painter.setOpacity(0.9)
            painter.drawRoundedRect(place.adjusted(4, 4, -4, -4), 4, 4)
            painter.setOpacity(1.0)
            painter.setPen(look.role(one.role))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, one.text)

    def _step(self, part: float) -> None:
        self._part = float(part)
        self._stage.update()

    def _end(self) -> None:
        self.moving = ()
        self._stage.update()


def _cell_of(slide: Slide) -> Cell | None:
    """The selected number of a board."""
    if not isinstance(slide.figure, Board):
        return None
    for panel in slide.figure.panels:
        if isinstance(panel, Heatmap) and panel.cursor is not None:
            return Cell(panel.key, panel.head, *panel.cursor)
    return None


def _same_kind(old: Slide, new: Slide) -> bool:
    """True if both are the same board, with another number selected."""
    both = isinstance(old.figure, Board) and isinstance(new.figure, Board)
    return both and old.figure.name == new.figure.name and _cell_of(old) != _cell_of(new)  # type: ignore[union-attr]


def _numbers(
    sources: tuple[Region, ...], target: QRectF, trace: Trace, place_of: Callable[[Cell], QRectF | None], decimals: int
) -> list[Moving]:
    found: list[Moving] = []
    for region in dict.fromkeys(sources):
        values = trace.at(region.name, region.head)
        for row in range(*region.rows):
            for column in range(*region.columns):
                place = place_of(Cell(region.name, region.head, row, column))
                if place is None or len(found) == MOST:
                    continue
                text = format_result(float(values[row, column]), decimals)
                found.append(Moving(text, role_of(region.name), place, target))
    return found


def _between(start: QRectF, stop: QRectF, part: float) -> QRectF:
    centre = start.center() + (stop.center() - start.center()) * part
    width = start.width() + (stop.width() - start.width()) * part
    height = start.height() + (stop.height() - start.height()) * part
    return QRectF(centre - QPointF(width / 2, height / 2), centre + QPointF(width / 2, height / 2))

"""The control of a table of 0 and 1: squares that a click turns over and a stroke paints."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from attnviz.app.pipeline.figure_access import announce, make_accessible
from attnviz.engine.arrays import Array
from attnviz.figures.hatch import paint_hatch
from attnviz.figures.labels import every, ruler
from attnviz.figures.theme import Theme
from attnviz.figures.theme import theme as theme_of
from attnviz.figures.titles import paint_upward
from attnviz.labs.parameters import Grid, Value

_LARGEST, _SMALLEST = 26, 12
_BETWEEN = 3.0  # pixels between two names
_EXTENT = 0.95  # of their size, that letters reach from the highest to the lowest, as in “trophy”
_NUMBERED = 20  # pixels of a square that shows its number


class ToggleGrid(QWidget):
    """Arrow keys move from square to square, Space turns one over."""

    wanted = Signal(str, object)

    def __init__(self, parameter: Grid, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parameter = parameter
        self.squares = Squares(parameter, self)
        self.squares.turned.connect(lambda table: self.wanted.emit(parameter.name, table))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        label = QLabel(parameter.title, self)
        label.setBuddy(self.squares)
        column.addWidget(label)
        column.addWidget(self.squares)

    def show_value(self, value: Value) -> None:
        """Shows a table that holds now."""
        assert isinstance(value, np.ndarray)
        self.squares.show_table(value)

    def refuse(self, reason: str) -> None:
        """Says on hover why a square cannot be turned."""
        self.squares.setToolTip(reason)

    def wear(self, look: Theme) -> None:
        """Takes on the colours and letters of a theme."""
        self.squares.wear(look)


class Squares(QWidget):
    """The squares with their labels. `turned` carries the table that a person wants."""

    turned = Signal(object)

    def __init__(self, parameter: Grid, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"lab.{parameter.name}")
        self.setAccessibleName(parameter.title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._parameter = parameter
        self._table: Array = parameter.default
        self._theme = theme_of()
        self._at = (0, 0)
        self._paints: float | None = None

    def show_table(self, table: Array) -> None:
        """Shows a table that holds now."""
        self._table = table
        self.update()

    def wear(self, look: Theme) -> None:
        """Takes on the colours and letters of a theme."""
        self._theme = look
        self.updateGeometry()
        self.update()

    def spoken_value(self) -> str:
        """The square under the cursor."""
        row, column = self._at
        labels = self._parameter.row_labels, self._parameter.column_labels
        beside = labels[0][row] if row < len(labels[0]) else f"row {row + 1}"
        over = labels[1][column] if column < len(labels[1]) else f"column {column + 1}"
        return f"{beside}, {over}: {int(self._table[row, column])}"

    def sizeHint(self) -> QSize:
        """As high as the rows need at the width that there is."""
        return QSize(9 * self._theme.small_px, round(self._top() + self._side() * len(self._table)) + 3)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Another width has room for other squares."""
        self.updateGeometry()

    def square(self, row: int, column: int) -> QRect:
        """Where a square is."""
        side = self._side()
        return QRect(round(self._left() + side * column), round(self._top() + side * row), side - 1, side - 1)

    def named_every(self) -> int:
        """Every how-manieth row, and column under a name that reads upward, is named, so that no names meet."""
        needed = _EXTENT * self._theme.small_px + _BETWEEN
        return every(max(self._table.shape), self._side(), needed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Squares: filled for 1, hatched for 0."""
        with QPainter(self) as painter:
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        look = self._theme
        palette, small = look.palette, ruler(look.small_font)
        painter.setFont(look.small_font)
        rows, columns = self._table.shape
        for row in range(rows):
            for column in range(columns):
                place = QRectF(self.square(row, column))
                on = bool(self._table[row, column])
                painter.fillRect(place, palette.hover if on else palette.panel)
                if not on:
                    paint_hatch(painter, [place], look)
                painter.setPen(look.pen(palette.soft))
                painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5))
                if on and self._side() >= _NUMBERED:
                    painter.setPen(palette.text)
                    middle = place.center()
                    painter.drawText(
                        QPointF(middle.x() - small.width("1") / 2, middle.y() + small.figure_height / 2), "1"
                    )
        painter.setPen(palette.soft)
        for row, label in enumerate(self._parameter.row_labels[:rows]):
            if row % self.named_every():
                continue
            text = small.shortened(label, self._left() - 5)
            baseline = self.square(row, 0).center().y() + small.figure_height / 2
            painter.drawText(QPointF(self._left() - 5 - small.width(text), baseline), text)
        for column, label in enumerate(self._parameter.column_labels[:columns]):
            if self._upright() and column % self.named_every():
                continue
            across = self.square(0, column).center().x()
            text = small.shortened(label, self._top() - 4 if self._upright() else self._side())
            if self._upright():
                paint_upward(painter, QPointF(across + small.figure_height / 2, self._top() - 4), text)
            else:
                painter.drawText(QPointF(across - small.width(text) / 2, self._top() - 4), text)
        if self.hasFocus():
            painter.setPen(look.pen(palette.accent, 2.0))
            painter.drawRect(QRectF(self.square(*self._at)).adjusted(-0.5, -0.5, 0.5, 0.5))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves, or turns a square over."""
        steps = {
            Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0),
        }  # fmt: skip
        step = steps.get(Qt.Key(event.key()))
        if step is not None:
            rows, columns = self._table.shape
            self._at = min(max(self._at[0] + step[0], 0), rows - 1), min(max(self._at[1] + step[1], 0), columns - 1)
            self.update()
            announce(self, self.spoken_value())
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._put(self._at, 1.0 - float(self._table[self._at]))
            announce(self, self.spoken_value())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Turns a square over and begins a stroke of what it became."""
        at = self._square_at(event.position().toPoint())
        if at is not None and event.button() == Qt.MouseButton.LeftButton:
            self._paints = 1.0 - float(self._table[at])
            self._put(at, self._paints)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Paints what the stroke touches."""
        at = self._square_at(event.position().toPoint())
        if at is not None and self._paints is not None and float(self._table[at]) != self._paints:
            self._put(at, self._paints)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Ends a stroke."""
        self._paints = None

    def _put(self, at: tuple[int, int], value: float) -> None:
        self._at = at
        table = np.array(self._table)
        table[at] = value
        self.turned.emit(table)

    def _square_at(self, point: QPoint) -> tuple[int, int] | None:
        side = self._side()
        row, column = (point.y() - round(self._top())) // side, (point.x() - round(self._left())) // side
        rows, columns = self._table.shape
        return (row, column) if 0 <= row < rows and 0 <= column < columns else None

    def _left(self) -> float:
        small = ruler(self._theme.small_font)
        widest = small.widest(self._parameter.row_labels)
        return min(widest, 6.0 * self._theme.small_px) + 6 if self._parameter.row_labels else 1.0

    def _top(self) -> float:
        if not self._parameter.column_labels:
            return 1.0
        small = ruler(self._theme.small_font)
        if self._upright():
            return min(small.widest(self._parameter.column_labels), 6.0 * self._theme.small_px) + 6
        return small.height + 2

    def _upright(self) -> bool:
        """True if some label of a column is wider than its square."""
        return ruler(self._theme.small_font).widest(self._parameter.column_labels) > self._side()

    def _side(self) -> int:
        room = (self.width() - self._left() - 2) / self._table.shape[1]
        return int(max(_SMALLEST, min(round(_LARGEST * self._theme.small_px / 11), room)))


make_accessible(Squares)

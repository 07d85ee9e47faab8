"""The trail as a row of links over the arithmetic, with a way back."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from attnviz.app.explaining.influence import symbol_of
from attnviz.app.explaining.trail import Trail
from attnviz.content.stage_formulas import role_of
from attnviz.engine.cells import Cell
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font, theme

AIR = 6  # pixels after Back
BETWEEN, BEFORE = " › ", "… › "  # two names, and the first of those that have room


class TrailRow(QWidget):
    """ "‹ output[2,1] › weights[2,3] › scores[2,3]"; of a long way the end is shown.

    `asked(cell)` tells that somebody wants to go there. One cell alone is no way, and the row is empty then.
    """

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("explain.trail")
        self.setAccessibleName("Trail")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._trail = Trail()
        self._theme = theme()
        self._heads = 1
        self._crumbs: list[Crumb] = []
        self._gaps: list[tuple[int, str]] = []  # where a sign between crumbs begins

    @property
    def trail(self) -> Trail:
        """The way that is shown."""
        return self._trail

    @property
    def words(self) -> tuple[str, ...]:
        """The names on the way, the first one first."""
        return tuple(symbol_of(cell, self._heads) for cell in self._trail.cells)

    def show_trail(self, trail: Trail, heads: int, look: Theme) -> None:
        """Shows another way; nothing happens if it is the same."""
        if (trail, heads, look) == (self._trail, self._heads, self._theme):
            return
        self._trail, self._heads, self._theme = trail, heads, look
        cells = trail.cells if len(trail.cells) > 1 else ()
        while len(self._crumbs) < len(cells) + bool(cells):
            self._crumbs.append(Crumb(self))
            self._crumbs[-1].chosen.connect(self.asked)
        texts = [("‹ Back", trail.before), *((symbol_of(cell, heads), cell) for cell in cells)] if cells else []
        for number, crumb in enumerate(self._crumbs):
            if number < len(texts) and texts[number][1] is not None:
                crumb.show_cell(number, *texts[number], look, last=number == len(texts) - 1)
        self.setFixedHeight(self.sizeHint().height() if cells else 0)
        self.setVisible(bool(cells))
        self._place()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(100, round(ruler(self._theme.small_font).height) + 8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shows as much of the end as there is room for."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The signs between the names."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.palette.panel)
            small = ruler(self._theme.small_font)
            painter.setFont(self._theme.small_font)
            painter.setPen(self._theme.palette.soft)
            for left, sign in self._gaps:
                painter.drawText(left, round((self.height() + small.figure_height) / 2), sign)

    def _place(self) -> None:
        """Back first, then as many of the last names as fit."""
        count = len(self._trail.cells) if len(self._trail.cells) > 1 else 0
        used = self._crumbs[: count + 1] if count else []
        for crumb in self._crumbs[len(used) :]:
            crumb.hide()
        self._gaps = []
        if not used:
            return
        small = ruler(self._theme.small_font)
        sign, more = round(small.width(BETWEEN)), round(small.width(BEFORE))
        back, names = used[0], used[1:]
        left = back.sizeHint().width() + AIR
        room, shown = self.width() - left, 0
        for name in reversed(names):
            room -= name.sizeHint().width() + (sign if shown else 0)
            if room < (more if shown + 1 < len(names) else 0) and shown:
                break
            shown += 1
        back.setGeometry(QRect(0, 0, back.sizeHint().width(), self.height()))
        back.show()
        for name in names[: len(names) - shown]:
            name.hide()
        for number, name in enumerate(names[len(names) - shown :]):
            if number or shown < len(names):
                self._gaps.append((left, BETWEEN if number else BEFORE))
                left += sign if number else more
            name.setGeometry(QRect(left, 0, name.sizeHint().width(), self.height()))
            name.show()
            left += name.sizeHint().width()
        self.update()


class Crumb(QAbstractButton):
    """One name on the way."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme()
        self._cell: Cell | None = None
        self._last = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(lambda: self.chosen.emit(self._cell))

    def show_cell(self, number: int, text: str, cell: Cell | None, look: Theme, *, last: bool) -> None:
        """Takes on a name; the last one is where one is."""
        self._cell, self._theme, self._last = cell, look, last
        self.setObjectName("explain.back" if number == 0 else f"explain.trail.{number}")
        self.setText(text)
        self.setAccessibleName("Back" if number == 0 else text)
        self.setToolTip("Back to where this number is used (Alt+Left)" if number == 0 else f"Explain {text}")
        self.update()

    def sizeHint(self) -> QSize:
        """Room for the name."""
        bold = ruler(font(self._theme.small_px, bold=True))
        return QSize(round(bold.width(self.text())) + 2, round(bold.height) + 8)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The name in its role's colour, bold where one is, underlined under the mouse."""
        with QPainter(self) as painter:
            measure = ruler(font(self._theme.small_px, bold=self._last))
            role = "plain" if self._cell is None or self.objectName() == "explain.back" else role_of(self._cell.name)
            painter.setFont(measure.font)
            painter.setPen(self._theme.role(role))
            baseline = round((self.height() + measure.figure_height) / 2)
            painter.drawText(1, baseline, self.text())
            if self.underMouse() and not self._last:
                painter.drawLine(1, baseline + 2, self.width() - 2, baseline + 2)
            if self.hasFocus():
                painter.setPen(self._theme.pen(self._theme.palette.accent, 1.5))
                painter.drawRect(self.rect().adjusted(0, 1, -1, -2))

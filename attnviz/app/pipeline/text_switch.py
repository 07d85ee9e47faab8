"""A checkable word without a box, for switching between two ways to look at the same thing."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from attnviz.app.style_sheet import mixed
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Palette, Theme, font, theme

AIR = 9
_RESTING = 0.4  # of its strength keeps a word that cannot be chosen


class TextSwitch(QAbstractButton):
    """Drawn as a tab is: the chosen word is bold on a line. A click asks; only the state checks it."""

    def __init__(self, name: str, text: str, hint: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme: Theme = theme()
        self._air = AIR
        self._letters = 0  # pixels, 0 for those of a title
        self._hint = hint
        self.setObjectName(name)
        self.setText(text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(hint)
        self.setToolTip(hint)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_look(self, look: Theme, air: int = AIR) -> None:
        """Takes on a theme. air: pixels before and after the word."""
        if (look, air) != (self._theme, self._air):
            self._theme, self._air = look, air
            self.updateGeometry()
            self.update()

    def show_letters(self, pixels: int) -> None:
        """Writes the word in other letters than there is room for, as large as those beside it."""
        if pixels != self._letters:
            self._letters = pixels
            self.update()

    def explain(self, why_not: str) -> None:
        """Rests with the reason on hover, or serves again where there is none."""
        hint = why_not or self._hint
        if self.toolTip() != hint:
            self.setToolTip(hint)
            self.setAccessibleDescription(hint)
            self.setEnabled(not why_not)

    def nextCheckState(self) -> None:
        """A click changes nothing by itself."""

    def sizeHint(self) -> QSize:
        """Room for the bold word, so that nothing moves when it is chosen."""
        bold = ruler(self._theme.title_font)
        return QSize(width_of(self.text(), self._theme, self._air), round(bold.height) + 14)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The word, its line, and a ring while it has the keyboard."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            palette, on = self._theme.palette, self.isChecked()
            measure = ruler(font(self._letters or self._theme.title_px, bold=on))
            area = QRectF(self.rect())
            painter.setFont(measure.font)
            painter.setPen(colour_of(palette, on=on or self.underMouse(), rests=not self.isEnabled()))
            wide = measure.width(self.text())
            left = (area.width() - wide) / 2
            painter.drawText(QPointF(left, area.center().y() + measure.figure_height / 2), self.text())
            if on:
                line = min(round(wide), area.width() - 2 * self._air)
                painter.fillRect(QRectF((area.width() - line) / 2, area.bottom() - 2.5, line, 2.5), palette.accent)
            if self.hasFocus():
                painter.setPen(self._theme.pen(palette.accent, 1.5))
                painter.drawRoundedRect(area.adjusted(2, 2, -2, -4), 3, 3)


def width_of(text: str, look: Theme, air: int = AIR) -> int:
    """The width of a word in those letters, with so much air before and after it."""
    return round(ruler(look.title_font).width(text)) + 2 * air


def colour_of(palette: Palette, *, on: bool, rests: bool) -> QColor:
    """The colour of a word without a box: strong while it is on or pointed at, faint while it rests."""
    colour = palette.text if on and not rests else palette.soft
    return mixed(palette.panel, colour, _RESTING) if rests else colour

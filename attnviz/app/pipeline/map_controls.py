"""The signs over a large map: nearer, farther, all of it, and colours by powers of ten."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QWidget

from attnviz.app.pipeline.map_moving import NOTCH, can_zoom, show_all, turn_powers, why_no_powers, zoom_all
from attnviz.app.pipeline.text_switch import TextSwitch, colour_of
from attnviz.app.session import Session, State
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font, theme

STEP = NOTCH**2  # one click goes as far as two notches of the wheel
POWERS = "Colours by powers of ten, so that small weights among thousands of keys are seen too"
_AIR = 7


class MapControls(QWidget):
    """Signs that keep their places; those that would do nothing are faint. Its owner says whether it is there."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.session = session
        self.farther = Sign("map.zoom_out", "−", "Zoom out", "Show more of the map (− in the map)", self)
        self.nearer = Sign("map.zoom_in", "+", "Zoom in", "Come nearer (+ in the map, or turn the wheel)", self)
        self.whole = Sign("map.whole", "Fit", "Whole map", "Show the whole map (0 in the map)", self)
        self.powers = TextSwitch("map.powers", "10ⁿ", POWERS, self)
        self.powers.setAccessibleName("Colours by powers of ten")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(0)
        for sign in (self.farther, self.nearer, self.whole):
            row.addWidget(sign)
        row.addWidget(self.powers)
        self.powers.clicked.connect(lambda: turn_powers(self.session))
        self.farther.clicked.connect(lambda: zoom_all(self.session, 1 / STEP))
        self.nearer.clicked.connect(lambda: zoom_all(self.session, STEP))
        self.whole.clicked.connect(lambda: show_all(self.session, None))

    def show_part(self, new: State) -> None:
        """Follows what is seen."""
        self.farther.setEnabled(new.view.viewport is not None)
        self.whole.setEnabled(new.view.viewport is not None)
        self.nearer.setEnabled(can_zoom(new, STEP))
        why_not = why_no_powers(new)
        self.powers.explain(why_not)
        self.powers.setChecked(not why_not and new.view.colour_scale != "linear")

    def show_look(self, look: Theme) -> None:
        """Takes on a theme."""
        for sign in (self.farther, self.nearer, self.whole, self.powers):
            sign.show_look(look)

    def show_letters(self, pixels: int) -> None:
        """Writes all of them as large as what stands beside them."""
        for sign in (self.farther, self.nearer, self.whole, self.powers):
            sign.show_letters(pixels)


class Sign(QAbstractButton):
    """A word or sign without a box, as the switches beside it are drawn."""

    def __init__(self, name: str, text: str, accessible: str, hint: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme: Theme = theme()
        self._letters = 0  # pixels, 0 for those of a title
        self.setObjectName(name)
        self.setText(text)
        self.setAccessibleName(accessible)
        self.setAccessibleDescription(hint)
        self.setToolTip(hint)
        self.setAutoRepeat(text in "+−")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_look(self, look: Theme) -> None:
        """Takes on a theme."""
        if look != self._theme:
            self._theme = look
            self.updateGeometry()
            self.update()

    def show_letters(self, pixels: int) -> None:
        """Writes it in other letters than there is room for."""
        if pixels != self._letters:
            self._letters = pixels
            self.update()

    def sizeHint(self) -> QSize:
        """Room for the sign, never too narrow to be hit."""
        measure = ruler(font(self._theme.title_px))
        return QSize(max(round(measure.width(self.text())) + 2 * _AIR, 26), round(measure.height) + 14)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The sign; a ground while it is pointed at, a ring while it has the keyboard."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            palette, measure = self._theme.palette, ruler(font(self._letters or self._theme.title_px))
            area = QRectF(self.rect())
            if self.underMouse() and self.isEnabled():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(palette.hover)
                painter.drawRoundedRect(area.adjusted(1, 3, -1, -5), 4, 4)
                painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setFont(measure.font)
            painter.setPen(colour_of(palette, on=self.underMouse(), rests=not self.isEnabled()))
            left = (area.width() - measure.width(self.text())) / 2
            painter.drawText(QPointF(left, area.center().y() + measure.figure_height / 2), self.text())
            if self.hasFocus():
                painter.setPen(self._theme.pen(palette.accent, 1.5))
                painter.drawRoundedRect(area.adjusted(2, 2, -2, -4), 3, 3)

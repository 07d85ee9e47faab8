"""The slim legend under a pane's title while it shows derivatives: its true ends, and the colours between them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.app.panes.pane_overlay import PaneOverlay
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.labels import ruler
from attnviz.figures.legend import paint_scale
from attnviz.figures.theme import Theme, theme

_LENGTH, _LEAST, _THICK, _GAP = 6.0, 1.0, 0.55, 6  # in letters, in letters, in letters, pixels


class PaneScale(QWidget):
    """ "−0.231 ▬▬▬ +0.345"; hidden while there is nothing to explain."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._overlay: PaneOverlay | None = None
        self._theme = theme()
        self.setObjectName(f"pane.{name}.scale")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_overlay(self, overlay: PaneOverlay | None, look: Theme) -> None:
        """Explains the colours of an overlay; one without derivatives needs none."""
        ends = () if overlay is None else overlay.ends
        self._overlay, self._theme = overlay, look
        self.setAccessibleName(f"Colours from {ends[0]} to {ends[-1]}" if ends else "")
        self.setFixedHeight(self.sizeHint().height())
        if self.isHidden() == bool(ends):
            self.setVisible(bool(ends))
        self.update()

    def sizeHint(self) -> QSize:
        """One line of small letters."""
        return QSize(60, round(ruler(self._theme.small_font).height) + 2)

    def length(self) -> float:
        """How long the colours are, in pixels: the ends are written whole before anything else; 0 for no room."""
        ends, look = () if self._overlay is None else self._overlay.ends, self._theme
        small = ruler(look.small_font)
        words = sum(small.width(end) + _GAP for end in dict.fromkeys(ends))
        room = min(_LENGTH * look.small_px, self.width() - 2 - words)
        return round(room) if room >= _LEAST * look.small_px else 0

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The ends in words, and between them their part of the scale that all panes share."""
        overlay = self._overlay
        limits = None if overlay is None else overlay.limits
        if overlay is None or limits is None:
            return
        with QPainter(self) as painter:
            look, small = self._theme, ruler(self._theme.small_font)
            painter.fillRect(self.rect(), look.palette.panel)
            painter.setFont(look.small_font)
            painter.setPen(look.palette.soft)
            baseline = (self.height() + small.figure_height) / 2
            low, high = overlay.ends[0], overlay.ends[-1]
            left, length = 1.0, self.length()
            if low != high:
                painter.drawText(QPointF(left, baseline), low)
                left += small.width(low) + _GAP
            painter.drawText(QPointF(left + length + (_GAP if length else 0), baseline), high)
            if length:
                thick = round(_THICK * look.small_px)
                bar = QRectF(round(left), round((self.height() - thick) / 2), length, thick)
                colours, reach = colour_map("auto", look.name, signed=True), overlay.reach or 1.0
                paint_scale(painter, bar, limits, (-reach, reach), colours, look)

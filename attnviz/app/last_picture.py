"""What a widget was painted as last, shown once more while its window gets another size."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from attnviz.app.own_turn import OwnTurn

Draw = Callable[[QPainter], object]


class LastPicture:
    """Paints a widget, and where asked to keeps what it looks like.

    A window that gets another size is painted as a whole. Where there is much to paint that takes long, at each step
    of a hand that drags its edge: so all that keeps a picture shows it, and is painted in a turn of its own.
    """

    def __init__(self, widget: QWidget, beside: LastPicture | None = None) -> None:
        """beside: what is painted in the same turn."""
        self._widget = widget
        self._kept: QPixmap | None = None
        self._of: object = None
        self._window = QSize()  # the size of the window that it was painted in
        self._is_due = False  # to be painted, whatever size the window has by then
        self._turn: OwnTurn = OwnTurn(widget, self._paint_anew) if beside is None else beside._turn
        self._all: list[LastPicture] = [self] if beside is None else beside._all
        if beside is not None:
            self._all.append(self)

    @property
    def waits(self) -> bool:
        """True while what is shown is what it looked like before."""
        return self._turn.waits

    def forget(self) -> None:
        """Is painted as it is the next time: what it looked like has nothing to do with that."""
        self._kept = None

    def paint(self, area: QRect, ground: QColor, draw: Draw, *, keeps: bool, of: object = None) -> None:
        """Paints that area of the widget. draw: paints it, ground and all; ground: where nothing was painted yet.

        of: what it is a picture of; that of anything else is not shown again. The painter ends whatever happens: one
        that a traceback kept alive would take the program with it.
        """
        with QPainter(self._widget) as painter:
            ratio = self._widget.devicePixelRatioF()
            in_pixels = ratio % 1 == 0 and abs(painter.deviceTransform().m11()) == ratio  # in its size, on whole ones
            if of != self._of or not (keeps and in_pixels):
                self.forget()
            window = self._widget.window().size()
            if self._kept is not None and window != self._window and not self._is_due:
                self._turn.start()
                painter.fillRect(area, ground)
                painter.drawPixmap(0, 0, self._kept)
                return
            self._of, self._window, self._is_due = of, window, False
            if keeps and in_pixels and self._begins(area, ratio, ground):
                self._draw(area, draw)
            if self._kept is None:
                draw(painter)
            else:
                painter.setClipRect(area)
                painter.drawPixmap(0, 0, self._kept)

    def _begins(self, area: QRect, ratio: float, ground: QColor) -> bool:
        """Has a picture in the widget's size begin, unless there is one; False for a part of what is seen, which is
        none.
        """
        size = self._widget.size() * ratio
        if self._kept is None or self._kept.size() != size or self._kept.devicePixelRatio() != ratio:
            self._kept = None
            if area.contains(self._widget.visibleRegion().boundingRect()):
                self._kept = QPixmap(size)
                self._kept.setDevicePixelRatio(ratio)
                self._kept.fill(ground)  # what scrolls is in sight in part
        return self._kept is not None

    def _draw(self, area: QRect, draw: Draw) -> None:
        """Brings that area of the picture up to date."""
        assert self._kept is not None
        with QPainter(self._kept) as painter:
            painter.setFont(self._widget.font())
            painter.setClipRect(area)
            draw(painter)

    def _paint_anew(self) -> None:
        for each in self._all:
            each._is_due = True
            each._widget.update()

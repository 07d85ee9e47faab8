"""Exhibits that take long to paint, each painted into a picture in a turn of its own; then all are shown at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil
from typing import Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from attnviz.app.own_turn import OwnTurn
from attnviz.figures.figure import paint_figure
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Matrix, Plot

_MANY_POINTS = 200
_MANY_CELLS = 1000  # a map of 3,600 takes as long to paint as all else on its page


def takes_long(drawing: Drawing) -> bool:
    """True for a map of more cells than have room for numbers, and for a plot of very many points."""
    exhibit = drawing.exhibit
    if isinstance(exhibit, Matrix):
        return np.size(exhibit.values) > _MANY_CELLS
    return isinstance(exhibit, Plot) and sum(len(one.x) for one in exhibit.series) > _MANY_POINTS


@dataclass(frozen=True, eq=False)
class Shown:
    """What a picture is of: a drawing at a place in a widget of that size. ratio: pixels of the screen for one."""

    drawing: Drawing
    place: QRectF
    look: Theme
    size: QSize
    ratio: float

    def same(self, other: Shown | None) -> bool:
        """True if a picture of the other is one of this."""
        return other is not None and self.drawing is other.drawing and self.look == other.look and self._fits(other)

    def stands_for(self, other: Shown) -> bool:
        """True if a picture of this may stay until that of the other comes."""
        return self.drawing.key == other.drawing.key and self.look.palette is other.look.palette and self._fits(other)

    def _fits(self, other: Shown) -> bool:
        return (self.place, self.size, self.ratio) == (other.place, other.size, other.ratio)


class ExhibitPicture:
    """The picture of one view, and that which is going to be shown after it."""

    def __init__(self) -> None:
        self._image: QImage | None = None
        self._shown: Shown | None = None
        self._next: tuple[Shown, QImage] | None = None

    def lacks(self, wanted: Shown) -> bool:
        """True if there is no picture of that yet."""
        coming = None if self._next is None else self._next[0]
        return not (wanted.same(self._shown) or wanted.same(coming))

    def make(self, wanted: Shown) -> None:
        """Paints it, to be shown later."""
        size, ratio = wanted.size, wanted.ratio
        image = QImage(ceil(size.width() * ratio), ceil(size.height() * ratio), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(wanted.look.palette.panel)
        with QPainter(image) as painter:
            paint_figure(painter, wanted.place, wanted.drawing, wanted.look)
        self._next = wanted, image

    def turn_over(self) -> bool:
        """Shows from now on what was made; False if there is nothing new."""
        if self._next is None:
            return False
        (self._shown, self._image), self._next = self._next, None
        return True

    def forget(self) -> None:
        """Lets all of it go."""
        self._image = self._shown = self._next = None

    def paint(self, painter: QPainter, wanted: Shown) -> None:
        """The picture, or the one before where that lay as it does; else nothing."""
        if self._shown is not None and self._image is not None and self._shown.stands_for(wanted):
            painter.drawImage(QPointF(0, 0), self._image)


class Pictured(Protocol):
    """A view that shows a picture."""

    @property
    def lacks_picture(self) -> bool:
        """True while what it shows is not painted yet."""
        ...

    def make_picture(self) -> None:
        """Paints it, to be shown when `turn_over` is called."""
        ...

    def turn_over(self) -> None:
        """Shows what was made."""
        ...


class PicturesInTurns:
    """Has the pictures of a page painted, one in a turn while any is lacking, and then all shown at once.

    views: those of the moment.
    """

    def __init__(self, page: QWidget, views: Callable[[], Iterable[Pictured]]) -> None:
        self._page, self._views = page, views
        self.turn = OwnTurn(page, self._go_on)

    def begin(self) -> None:
        """Begins in the next turn, if anything is lacking."""
        if not self.turn.waits and self._lacking() is not None:
            self.turn.start()

    def _lacking(self) -> Pictured | None:
        """The first that lacks a picture; out of sight none is missed."""
        return next((view for view in self._views() if view.lacks_picture), None) if self._page.isVisible() else None

    def _go_on(self) -> None:
        lacking = self._lacking()
        if lacking is not None:
            lacking.make_picture()
        if self._lacking() is not None:
            self.turn.start()
            return
        for view in self._views():
            view.turn_over()

"""Very many maps painted into one picture, some at a time in turns of the event loop, so that the window answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil

from PySide6.QtCore import QObject, QRectF, QSize, Signal
from PySide6.QtGui import QImage, QPainter

from attnviz.app.bit_by_bit import InTurns
from attnviz.app.pipeline.figure_looks import same
from attnviz.figures.figure import paint_figure
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme

Maps = tuple[tuple[QRectF, Heatmap | LargeMap], ...]  # each with its place in the picture

_FRAME = 3.0  # pixels that a frame needs beside a map


@dataclass(frozen=True, eq=False)
class Wanted:
    """What is to be painted: maps in that theme, in a picture of that size. ratio: pixels of the screen for one."""

    maps: Maps
    look: Theme
    size: QSize
    ratio: float

    def lies_as(self, other: Wanted) -> bool:
        """True if both pictures have the same places, so that one may take over maps from the other."""
        alike = (self.look, self.size, self.ratio) == (other.look, other.size, other.ratio)
        return alike and [place for place, _ in self.maps] == [place for place, _ in other.maps]


class HeadsPicture(QObject):
    """`painted` fires when a picture is whole; until then the one before stays. Only maps that changed are painted.

    `grown` fires while there was none before: map by map is seen then, rather than nothing.
    """

    painted = Signal()
    grown = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.shown: Wanted | None = None  # what the image is of
        self._begun: tuple[QImage, Wanted] | None = None  # the first one, as far as it is painted
        self._turns = InTurns(self)

    @property
    def busy(self) -> bool:
        """True while a picture is on its way."""
        return self._turns.busy

    @property
    def seen(self) -> tuple[QImage, Wanted] | None:
        """What there is to be seen, and of what it is."""
        return self._begun if self.image is None or self.shown is None else (self.image, self.shown)

    def want(self, wanted: Wanted) -> None:
        """Has it painted in the next turns."""
        self._turns.begin(partial(self._paint, wanted))

    def forget(self) -> None:
        """Lets the picture go, and what is on its way."""
        self._turns.forget()
        self.image = self.shown = self._begun = None

    def _paint(self, wanted: Wanted) -> Iterator[None]:
        """Comes back after each map."""
        before = self.shown.maps if self.shown is not None and wanted.lies_as(self.shown) else None
        others: list[tuple[QRectF, Heatmap | LargeMap]] = []
        for index, (place, figure) in enumerate(wanted.maps):
            if before is None or not (before[index][1] is figure or same(before[index][1], figure)):
                others.append((place, figure))
            yield
        if before is not None and self.image is not None:
            image = self.image.copy() if others else self.image
        else:
            image = _empty(wanted)
        reach = _reach(wanted.maps)
        for place, figure in others:
            room = place.adjusted(-reach, -reach, reach, reach)
            with QPainter(image) as painter:
                painter.setClipRect(room)  # so that nothing of it stays behind when it is painted anew
                painter.fillRect(room, wanted.look.palette.panel)
                paint_figure(painter, place, figure, wanted.look)
            if self.image is None:
                self._begun = image, wanted
                self.grown.emit()
            yield
        self.image, self.shown, self._begun = image, wanted, None
        self.painted.emit()


def _reach(maps: Maps) -> float:
    """How far frames reach beyond a map's place: half of the gap to the next one at most."""
    first, second = maps[0][0], maps[1][0]
    gap = second.left() - first.right() if second.top() == first.top() else second.top() - first.bottom()
    return min(_FRAME, max(gap, 0.0) / 2)


def _empty(wanted: Wanted) -> QImage:
    """A picture of the panel's colour."""
    size, ratio = wanted.size, wanted.ratio
    image = QImage(ceil(size.width() * ratio), ceil(size.height() * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(wanted.look.palette.panel)
    return image

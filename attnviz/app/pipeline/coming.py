"""How far the numbers are that an empty map waits for, under the words in it that say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QPainter

from attnviz.app.progress_note import Patience
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme

if TYPE_CHECKING:
    from attnviz.app.pipeline.figure_area import FigureArea
    from attnviz.app.session import Session

_WIDE, _HIGH, _UNDER = 20.0, 0.4, 2.5  # in letters of a title: the bar, and how far under the middle it stands
_MOST = 0.6  # of the map's width


class Coming(QObject):
    """Tells the figures of an area the part that is done, once that takes longer than half a second."""

    def __init__(self, area: FigureArea, session: Session) -> None:
        super().__init__(area)
        self._area, self._session = area, session
        self._patience = Patience()
        session.progress.connect(self._tell)

    def follow(self, session: Session) -> None:
        """Listens to another session."""
        self._session.progress.disconnect(self._tell)
        self._session = session
        self._patience.begin_anew()
        session.progress.connect(self._tell)

    def _tell(self, part: float | None) -> None:
        shown = self._patience.shown(part)
        for view in self._area.shown_views():
            view.show_part(shown)


def paint_part(painter: QPainter, place: QRectF, model: LargeMap, part: float, look: Theme) -> None:
    """A thin bar under the middle of an empty map, filled as far as `part`, 0 to 1."""
    from attnviz.figures.large.layout import layout  # the window opens without it

    ground = layout(model, place, look)
    area, letter = ground.map, ground.theme.title_px
    width = min(_WIDE * letter, _MOST * area.width())
    bar = QRectF(area.center().x() - width / 2, area.center().y() + _UNDER * letter, width, _HIGH * letter)
    if not area.contains(bar):
        return
    painter.setPen(Qt.PenStyle.NoPen)
    for share, colour in ((1.0, look.palette.border), (min(max(part, 0.0), 1.0), look.palette.accent)):
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(bar.left(), bar.top(), share * bar.width(), bar.height()), 2, 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)

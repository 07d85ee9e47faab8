"""How far the numbers are that a slide waits for, under the words in its empty map."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from attnviz.app.pipeline.coming import paint_part
from attnviz.app.progress_note import Patience
from attnviz.app.session import Session
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.slide import Slide
from attnviz.figures.theme import Theme


class Waiting:
    """Paints the part that is done on a stage, once that takes longer than half a second."""

    def __init__(self, session: Session, stage: QWidget) -> None:
        self._stage = stage
        self._patience = Patience()
        self._part: float | None = None
        session.progress.connect(self._tell)

    def paint(self, painter: QPainter, place: QRectF, slide: Slide, look: Theme) -> None:
        """The bar, where the slide's map is empty."""
        if self._part is not None and isinstance(slide.figure, LargeMap) and slide.figure.picture is None:
            paint_part(painter, place, slide.figure, self._part, look)

    def _tell(self, part: float | None) -> None:
        before, self._part = self._part, self._patience.shown(part)
        if self._part != before:
            self._stage.update()

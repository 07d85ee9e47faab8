"""Where the planes of vectors stand in the inspector."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from attnviz.figures.theme import Theme

BETWEEN = 10  # pixels
NARROWEST = 13  # side by side, in small letters
_OVER = 5.5  # small letters of a plane's title and of the numbers under it
_ANY = 16777215  # Qt's word for no limit


class Planes(QWidget):
    """The planes side by side, no higher than their width asks for; under each other where they would be too narrow.

    What stands in place of a plane, as bars do, may keep the height that it asks for.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._narrowest = self._over = 0
        self._planes: list[QWidget] = []
        self.line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(BETWEEN)

    def add(self, plane: QWidget) -> None:
        """Takes one more plane in."""
        self._planes.append(plane)
        self.line.addWidget(plane, 1)

    def stand(self, look: Theme, *, as_asked: Collection[QWidget] = ()) -> None:
        """Takes on the letters in which planes need some width; out of the way where none is shown.

        as_asked: those that do not grow with the room.
        """
        self._narrowest, self._over = round(NARROWEST * look.small_px), round(_OVER * look.small_px)
        shown = self._shown
        for plane in self._planes:
            keeps = plane in as_asked
            _limit(plane, plane.minimumHeight() if keeps else _ANY)
            self.line.setAlignment(plane, Qt.AlignmentFlag.AlignTop if keeps else Qt.AlignmentFlag(0))
        grows = any(plane not in as_asked for plane in shown)
        across = QSizePolicy.Policy.Preferred
        self.setSizePolicy(across, QSizePolicy.Policy.Preferred if grows else QSizePolicy.Policy.Fixed)
        if self.isHidden() == bool(shown):
            self.setVisible(bool(shown))
        self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need the other direction."""
        super().resizeEvent(event)
        self._turn()

    @property
    def _shown(self) -> list[QWidget]:
        return [plane for plane in self._planes if not plane.isHidden()]

    def _turn(self) -> None:
        beside = self.width() >= 2 * self._narrowest + BETWEEN
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self.line.direction() != direction:
            self.line.setDirection(direction)
        shown = self._shown
        least = max((plane.minimumHeight() for plane in shown), default=0)
        high = (self.width() - BETWEEN * (len(shown) - 1)) // max(len(shown), 1) + self._over
        _limit(self, max(high, least) if beside and len(shown) > 1 else _ANY)


def _limit(widget: QWidget, most: int) -> None:
    """Sets the height that a widget may have at most; nothing is laid out anew where it has that already."""
    if widget.maximumHeight() != most:
        widget.setMaximumHeight(most)

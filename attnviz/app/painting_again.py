"""Has a window painted again that was not painted for a while: at once, or region by region in turns of its own.

Where a ground such as the window is enabled before what lies on it, Qt (6.11) paints that twice: with the ground, and
by itself. So everything here is enabled from the top of the heap down to the window.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QAbstractScrollArea, QWidget
from shiboken6 import isValid

from attnviz.app.bit_by_bit import in_turns

_MOST = 0.3  # of the window: what is larger is painted by the parts that lie on it
_OFF = Qt.WidgetAttribute.WA_UpdatesDisabled
_OFF_BY_ITSELF = Qt.WidgetAttribute.WA_ForceUpdatesDisabled


def hold_paint(window: QWidget) -> None:
    """Has nothing painted in a window until `painting` or `paint_again` does, also where a part of it is painted."""
    window.setAttribute(_OFF, False)
    window.setUpdatesEnabled(False)


def paint_again(window: QWidget) -> None:
    """Paints all of a window whose updates were disabled, each part of it once, before this comes back."""
    _paint_rest(window, [], QRegion(window.rect()))


def painting(window: QWidget) -> Iterator[None]:
    """Paints all of a window whose updates were disabled; it is done, and they are enabled, once this comes to its end.

    It hands over whenever something else may come in between. What changes meanwhile in a part that is painted already
    is painted at the end.
    """
    grounds: list[QWidget] = []
    parts = list(_parts(window, window.width() * window.height() * _MOST, grounds))
    places = [(window, window.rect())]
    yield from in_turns(_painting_each(window, parts, places))
    if all(isValid(part) and _place(part, window) == place for part, place in places):
        rest = QRegion(window.rect())
        for _part, place in places[1:]:
            rest -= QRegion(place)
        _paint_rest(window, [ground for ground in grounds if isValid(ground)], rest)
    else:  # something was placed anew
        hold_paint(window)
        paint_again(window)


def clear(window: QWidget) -> None:
    """Has nothing but its ground seen of a window whose updates were disabled.

    What stood there would be cut off at odd places by parts that are painted before it, where it has another place.
    """
    ground = _Ground(window)
    ground.setGeometry(window.rect())
    ground.show()
    _enable(ground, QRegion(window.rect()))
    _paint(window, ground, window.rect())
    ground.hide()
    ground.deleteLater()


class _Ground(QWidget):
    """Lies over a window for one painting."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fills it."""
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), self.window().palette().window())


def _painting_each(window: QWidget, parts: list[QWidget], places: list[tuple[QWidget, QRect]]) -> Iterator[None]:
    """Paints one part after the other, and notes its place, where it is still there."""
    for part in parts:
        if not isValid(part):
            continue
        place = _place(part, window)
        places.append((part, place))
        _enable(part, QRegion(part.rect()))
        _paint(window, part, place)
        yield


def _paint_rest(window: QWidget, grounds: list[QWidget], rest: QRegion) -> None:
    """Enables all that is not yet, and paints what is left. What lies on the grounds was painted by itself."""
    for ground in (*reversed(grounds), window):
        _enable(ground, rest.translated(-ground.mapTo(window, QPoint())))
    window.setUpdatesEnabled(True)  # by its own choice too
    window.repaint(rest)


def _parts(ground: QWidget, most: float, grounds: list[QWidget]) -> Iterator[QWidget]:
    """What lies on it, from the top to the bottom; in place of what is large, a ground too, what lies on that."""
    for part in sorted(_children(ground), key=lambda part: (part.y(), part.x())):
        if not part.isVisible() or part.testAttribute(_OFF_BY_ITSELF):
            continue
        holds = not isinstance(part, QAbstractScrollArea) and part.width() * part.height() > most
        if holds and any(inner.isVisible() for inner in _children(part)):
            grounds.append(part)
            yield from _parts(part, most, grounds)
        else:
            yield part


def _children(ground: QWidget) -> list[QWidget]:
    """What lies right on it, without the windows that lie over it."""
    found = ground.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [part for part in found if not part.isWindow()]


def _place(part: QWidget, window: QWidget) -> QRect:
    """Where in the window it lies."""
    return QRect(part.mapTo(window, QPoint()), part.size()) & window.rect()


def _enable(part: QWidget, region: QRegion) -> None:
    """Has all that lies on it and is not enabled yet painted again, but by its own choice, and then its region."""
    part.setAttribute(_OFF, False)
    for inner in _children(part):
        if not inner.testAttribute(_OFF) or inner.testAttribute(_OFF_BY_ITSELF):
            continue
        if inner.isVisible():
            _enable(inner, QRegion(inner.rect()))
        else:
            inner.setUpdatesEnabled(True)
    part.update(region)


def _paint(window: QWidget, part: QWidget, place: QRect) -> None:
    """Paints the place of a part: it needs what it lies on, and the window only as long."""
    under = part.parentWidget()
    while under is not None and under is not window:
        under.setAttribute(_OFF, False)
        under = under.parentWidget()
    window.setAttribute(_OFF, False)
    window.repaint(place)
    window.setAttribute(_OFF, True)

"""While a window of thousands of tokens is resized, what takes long to paint is shown as it was, for a few turns."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable

import pytest
from large_maps import LONG, large, opened_large
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnviz.app.last_picture import LastPicture
from attnviz.app.panes.numbers_view import NumbersView
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.window import MainWindow

GROUND = QColor("white")


class Painted(QWidget):
    """Paints its colour, and counts how often it did."""

    def __init__(self, *, keeps: bool = True) -> None:
        super().__init__()
        self.colour, self.times, self.place = QColor("red"), 0, 0
        self._keeps = keeps
        self.last = LastPicture(self)

    def paintEvent(self, event: object) -> None:
        """As every widget that keeps a picture."""
        self.last.paint(self.rect(), GROUND, self._draw, keeps=self._keeps, of=self.place)

    def _draw(self, painter: QPainter) -> None:
        self.times += 1
        painter.fillRect(self.rect(), self.colour)


def shown(qtbot: QtBot, *, keeps: bool = True) -> Painted:
    found = Painted(keeps=keeps)
    qtbot.addWidget(found)
    found.resize(200, 100)
    with qtbot.waitExposed(found):
        found.show()
    found.repaint()
    return found


def colour_of(widget: QWidget, x: int = 10) -> str:
    return QColor(widget.grab().toImage().pixel(x, 10)).name()


RED, BLUE, WHITE = "#ff0000", "#0000ff", "#ffffff"


def test_in_another_size_the_last_picture_is_shown_and_then_it_is_painted_once(qtbot: QtBot) -> None:
    widget = shown(qtbot)
    widget.colour, times = QColor("blue"), widget.times
    widget.resize(260, 100)
    assert (colour_of(widget), colour_of(widget, 250)) == (RED, WHITE)
    assert widget.last.waits
    assert widget.times == times
    qtbot.waitUntil(lambda: widget.times == times + 1)
    assert (colour_of(widget), colour_of(widget, 250)) == (BLUE, BLUE)
    assert not widget.last.waits


def test_in_the_same_size_it_is_painted_as_it_is(qtbot: QtBot) -> None:
    widget = shown(qtbot)
    widget.colour = QColor("blue")
    assert colour_of(widget) == BLUE


def test_what_keeps_no_picture_is_painted_at_once_in_another_size(qtbot: QtBot) -> None:
    widget = shown(qtbot, keeps=False)
    widget.colour = QColor("blue")
    widget.resize(260, 100)
    assert colour_of(widget) == BLUE


def test_a_picture_of_another_place_is_not_shown_again(qtbot: QtBot) -> None:
    widget = shown(qtbot)
    widget.colour, widget.place = QColor("blue"), 7
    widget.resize(260, 100)
    assert colour_of(widget) == BLUE


def test_a_forgotten_picture_is_not_shown_again(qtbot: QtBot) -> None:
    widget = shown(qtbot)
    widget.colour = QColor("blue")
    widget.last.forget()
    widget.resize(260, 100)
    assert colour_of(widget) == BLUE


def test_a_hand_that_never_rests_holds_no_picture_up(qtbot: QtBot) -> None:
    widget = shown(qtbot)
    widget.colour, times = QColor("blue"), widget.times
    for step in range(1, 60):
        widget.resize(200 + step, 100)
        QApplication.processEvents()
    assert widget.times > times


def kept_parts(window: MainWindow) -> tuple[QWidget, ...]:
    """Those of a window that take longest to paint."""
    figures = [view for view in window.findChildren(FigureView) if view.isVisible()]
    return (*figures, *(table for table in window.findChildren(NumbersView) if table.isVisible()))


def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often figures and cells are painted from now on, by what they are."""
    times: Counter[str] = Counter()

    def counting(name: str, paint: Callable[..., object]) -> Callable[..., object]:
        def painted(*given: object, **named: object) -> object:
            times[name] += 1
            return paint(*given, **named)

        return painted

    from attnviz.app.panes import pane_painting
    from attnviz.app.pipeline import figure_view

    monkeypatch.setattr(figure_view, "paint_figure", counting("figures", figure_view.paint_figure))
    monkeypatch.setattr(pane_painting, "paint_over", counting("panes", pane_painting.paint_over))
    return times


def at_rest(qtbot: QtBot, window: MainWindow) -> QImage:
    """The columns once nothing waits for a turn."""
    for _ in range(2):
        qtbot.waitUntil(lambda: not window.session.busy, timeout=20_000)
        qtbot.wait(60)
    return columns(window)


def columns(window: MainWindow) -> QImage:
    return window.findChild(QWidget, "columns").grab().toImage()


def test_a_step_of_a_resized_window_paints_no_figure_and_no_cell_anew(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened_large(qtbot, large(LONG))
    at_rest(qtbot, window)
    assert len(kept_parts(window)) >= 4
    times = counted(monkeypatch)
    window.resize(window.width() - 20, window.height() - 6)
    window.repaint()
    assert times == {}
    qtbot.waitUntil(lambda: times["figures"] > 0 and times["panes"] > 0)


def test_a_resized_window_ends_as_one_that_had_that_size_from_the_start(qtbot: QtBot) -> None:
    window = opened_large(qtbot, large(LONG))
    size = window.size()
    before = at_rest(qtbot, window)
    for step in (20, 60, 20):
        window.resize(size.width() - step, size.height() - step // 3)
        QApplication.processEvents()
    window.resize(size)
    qtbot.waitUntil(lambda: columns(window) == before, timeout=20_000)


def test_areas_are_filled_by_the_thread_that_paints_them(qtbot: QtBot) -> None:
    opened_large(qtbot, large(300))
    assert os.environ["QT_NO_GUI_THREADPOOL"] == "1"

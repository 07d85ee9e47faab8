"""A window that is resized by hand is so in many small steps: each does what the new size asks for, and that once."""

from __future__ import annotations

from collections import Counter

import pytest
from large_maps import opened_large, settled
from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.controls import adjust
from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.pipeline.flow import Flow
from attnviz.app.pipeline.stage_button import StageButton
from attnviz.app.window import MainWindow
from attnviz.figures import planning
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme

WORDS = {
    "mask.causal", "mask.custom", "control.scale", "control.temperature.slider", "control.temperature",
    "control.heads", "control.decimals", "control.pencil", "control.forms", "toolbar.present",
}  # fmt: skip


class Told(QObject):
    """Counts the events of a kind that widgets get, by their names."""

    def __init__(self, *kinds: QEvent.Type) -> None:
        super().__init__()
        self._kinds = kinds
        self.names: Counter[str] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Counts it and lets it pass."""
        if event.type() in self._kinds and isinstance(watched, QWidget):
            self.names[watched.objectName()] += 1
        return False


class Box(QWidget):
    """A widget of some size that counts how often it is asked for that."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.asked, self.wide = 0, width

    def sizeHint(self) -> QSize:
        """Its width, and 10 pixels high."""
        self.asked += 1
        return QSize(self.wide, 10)


def settle(qtbot: QtBot, window: MainWindow, width: int) -> None:
    """Gives the window that width, and time until all in it has its place."""
    for step in (width + 40, width):
        window.resize(step, 700)
        qtbot.waitUntil(window.updatesEnabled)
        for _ in range(3):
            QApplication.processEvents()


@pytest.fixture
def told() -> Told:
    return Told(QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Resize)


def test_controls_that_stay_as_they_are_are_not_touched_in_a_narrower_window(
    qtbot: QtBot, qapp: QApplication, told: Told
) -> None:
    window = opened(qtbot)
    window.session.look(text_size="large")
    settle(qtbot, window, 1040)
    assert find(window, "mask.custom").isHidden() or find(window, "control.temperature.slider").isHidden()
    before = {name: find(window, name).geometry() for name in WORDS - {"toolbar.present"}}
    qapp.installEventFilter(told)
    window.resize(1036, 699)
    QApplication.processEvents()
    qapp.removeEventFilter(told)
    assert {name: find(window, name).geometry() for name in before} == before
    assert not WORDS & set(told.names)


@pytest.mark.parametrize("text_size", ["normal", "projector"])
def test_the_middle_gets_its_size_once_in_a_step(qtbot: QtBot, qapp: QApplication, told: Told, text_size: str) -> None:
    window = opened(qtbot)
    window.session.look(text_size=text_size)
    settle(qtbot, window, 1200)
    qapp.installEventFilter(told)
    window.resize(1190, 696)
    QApplication.processEvents()
    qapp.removeEventFilter(told)
    assert {told.names[name] for name in ("centre", "columns", "pipeline")} == {1}


def test_words_come_back_where_there_is_room_again_also_after_another_scale(qtbot: QtBot) -> None:
    window = opened(qtbot)
    toolbar = find(window, "toolbar")
    window.resize(1900, 700)
    QApplication.processEvents()
    roomy = find(window, "control.scale").width()
    for width in (1000, 1900):
        window.resize(width, 700)
        QApplication.processEvents()
    assert find(window, "control.scale").width() == roomy
    adjust.scale(window.session, 0.00012345)
    for width in range(1000, 1900, 90):
        window.resize(width, 700)
        QApplication.processEvents()
        edges = [child.geometry().right() for child in toolbar.findChildren(QWidget) if child.parent() is toolbar]
        assert max(edges) < toolbar.width()
        assert len({find(window, name).mapTo(toolbar, find(window, name).rect().center()).y() // 8
                    for name in ("control.scale", "control.forms", "control.heads")}) == 1  # fmt: skip


def five_boxes(qtbot: QtBot, width: int) -> tuple[QWidget, Flow, list[Box]]:
    """A row of so many pixels, shown with five boxes of 40 in it."""
    row, boxes = QWidget(), [Box(40) for _ in range(5)]
    qtbot.addWidget(row)
    flow = Flow(row, margin=0, gap=0)
    for box in boxes:
        flow.addWidget(box)
    row.resize(width, 50)
    row.show()
    return row, flow, boxes


def test_a_row_asks_its_widgets_once_for_however_many_widths(qtbot: QtBot) -> None:
    _row, flow, boxes = five_boxes(qtbot, 400)
    asked = [box.asked for box in boxes]
    heights = {width: flow.heightForWidth(width) for width in range(40, 300, 10)}
    assert (heights[40], heights[90], heights[200]) == (50, 30, 10)
    assert [box.asked for box in boxes] == asked


@pytest.mark.parametrize("change", ["wider", "hidden"])
def test_a_row_hears_of_a_widget_that_changed(qtbot: QtBot, change: str) -> None:
    _row, flow, boxes = five_boxes(qtbot, 200)
    assert flow.sizeHint().width() == 200
    if change == "wider":
        boxes[0].wide = 60
        boxes[0].updateGeometry()
    else:
        boxes[0].hide()
    assert flow.sizeHint().width() == {"wider": 220, "hidden": 160}[change]
    assert flow.heightForWidth(200) == {"wider": 20, "hidden": 10}[change]


def test_stages_that_look_the_same_are_not_drawn_again(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = opened_large(qtbot)
    window.session.look(tab="head", layout="focus", focus="weights")
    settled(qtbot, window)
    settle(qtbot, window, 1366)
    drawn: list[str] = []
    paint = StageButton._paint

    def told_of(self: StageButton, painter: QPainter, look: Theme, picture: Heatmap | LargeMap) -> None:
        drawn.append(self.objectName())
        paint(self, painter, look, picture)

    monkeypatch.setattr(StageButton, "_paint", told_of)
    for step in range(1, 8):
        window.resize(1366 - step, 700)
        QApplication.processEvents()
    assert drawn == []
    window.session.look(focus="scores")
    qtbot.waitUntil(lambda: {"strip.weights", "strip.scores"} <= set(drawn))


def test_a_kept_picture_of_a_stage_is_to_the_byte_what_is_drawn(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = opened_large(qtbot)
    window.session.look(tab="head", layout="focus", focus="weights")
    settled(qtbot, window)
    strip = find(window, "pipeline.strip")
    kept = strip.grab().toImage()
    monkeypatch.setattr(StageButton, "paintEvent", lambda self, _event: draw(self))
    assert strip.grab().toImage() == kept


def draw(button: StageButton) -> None:
    """Draws a button where it stands."""
    with QPainter(button) as painter:
        assert button._theme is not None
        assert button.picture is not None
        button._paint(painter, button._theme, button.picture)


def test_layouts_that_another_room_takes_are_searched_for_one_in_a_turn(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(qtbot, "two-heads")
    window.session.look(text_size="large", layout="board")
    settle(qtbot, window, 1300)
    area = window.findChild(FigureArea)
    assert area is not None
    qtbot.waitUntil(lambda: not area.busy)
    goes: list[int] = []
    search, place = planning.begin_search, FigureArea._place_all

    def begin() -> None:
        search()
        goes[-1] += 1

    def told_of(self: FigureArea) -> None:
        goes.append(0)
        place(self)

    monkeypatch.setattr(planning, "begin_search", begin)
    monkeypatch.setattr(area.turn, "_deed", lambda: told_of(area))
    window.resize(1111, 600)
    qtbot.waitUntil(lambda: bool(goes) and not area.busy)
    assert sum(goes) > 2
    assert max(goes) == 1
    shown = [view.geometry() for view in area.shown_views()]
    area.show_state(None, window.session.state)
    assert [view.geometry() for view in area.shown_views()] == shown

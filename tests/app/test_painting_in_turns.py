"""A window that was not painted for a while is painted region by region, with keys and clicks in between, and whole."""

from __future__ import annotations

import pytest
from filled import Filled
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from scripted import opened
from shiboken6 import isValid

from attnviz.app import bit_by_bit, changing_looks
from attnviz.app.changing_looks import ChangingLooks
from attnviz.app.painting_again import clear, hold_paint, painting


@pytest.fixture(autouse=True)
def a_region_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands over after each region, as where the machine is slow."""
    monkeypatch.setattr(bit_by_bit, "A_TURN", 0.0)


class Paints(QObject):
    """Which parts of a window are painted, one after the other."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.parts: list[QWidget] = []
        for part in (window, *window.findChildren(QWidget)):
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Holds nothing back."""
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.parts.append(watched)
        return False


def on_screen(window: QWidget) -> QImage:
    """A window as the screen has it, and not as it would be painted now."""
    taken = window.screen().grabWindow(window.winId()).toImage()
    return taken.convertToFormat(QImage.Format.Format_RGB32)


def painted_now(window: QWidget) -> QImage:
    return window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def colours(window: QWidget, parts: list[Filled]) -> list[str]:
    picture = on_screen(window)
    places = [part.mapTo(window, part.rect().center()) for part in parts]
    return [picture.pixelColor(place).name() for place in places if picture.rect().contains(place)]


def two_parts(qtbot: QtBot) -> tuple[QWidget, list[Filled]]:
    """A window that holds its paint, with two parts that became blue."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(200, 100)
    row = QHBoxLayout(window)
    parts = [Filled(window, "#ff0000") for _ in range(2)]
    for part in parts:
        row.addWidget(part)
    window.show()
    qtbot.waitExposed(window)
    qtbot.waitUntil(lambda: colours(window, parts) == ["#ff0000", "#ff0000"])
    hold_paint(window)
    for part in parts:
        part.colour = "#0000ff"
    return window, parts


def test_regions_come_one_after_the_other_and_the_window_is_enabled_at_the_end(qtbot: QtBot) -> None:
    window, parts = two_parts(qtbot)
    turns = painting(window)
    seen = []
    for _ in turns:
        seen.append(colours(window, parts))
        assert not window.updatesEnabled()
    assert seen == [["#0000ff", "#ff0000"], ["#0000ff", "#0000ff"]]
    assert window.updatesEnabled()
    assert all(part.updatesEnabled() for part in parts)


def test_what_changes_in_a_region_once_it_is_painted_is_on_the_screen_at_the_end(qtbot: QtBot) -> None:
    window, parts = two_parts(qtbot)
    turns = painting(window)
    next(turns)
    parts[0].colour = "#00ff00"
    parts[0].update()
    qtbot.wait(1)
    list(turns)
    assert colours(window, parts) == ["#00ff00", "#0000ff"]


def test_what_was_painted_before_the_window_was_held_again_is_painted_again(qtbot: QtBot) -> None:
    window, parts = two_parts(qtbot)
    looks = ChangingLooks(window, lambda **_: None)
    next(painting(window))
    looks.paint_later()
    assert not any(part.updatesEnabled() for part in parts)
    parts[0].colour = "#00ff00"
    qtbot.waitUntil(window.updatesEnabled)
    assert colours(window, parts) == ["#00ff00", "#0000ff"]


def test_no_part_of_the_window_but_its_grounds_is_painted_twice(qtbot: QtBot) -> None:
    window = opened(qtbot)
    qtbot.waitExposed(window)
    qtbot.wait(300)  # until nothing is placed any more
    paints = Paints(window)
    hold_paint(window)
    list(painting(window))
    grounds = {part for part in paints.parts if paints.parts.count(part) > 1}
    assert {window.findChild(QWidget, name) for name in ("toolbar", "pane.X.title")} <= set(paints.parts) - grounds
    assert all(part.findChildren(QWidget) for part in grounds)


@pytest.mark.parametrize("room", ["columns", "lab", "lesson", "practice", "welcome", "source"])
@pytest.mark.parametrize("size", ["normal", "projector"])
def test_the_screen_shows_all_of_a_window_in_another_theme(qtbot: QtBot, room: str, size: str) -> None:
    window = opened(qtbot)
    enter = {
        "columns": window.show_document,
        "lab": lambda: window.show_lab("one-query"),
        "lesson": lambda: window.start_lesson("masks"),
        "practice": window.start_practice,
        "welcome": window.show_welcome,
        "source": lambda: window.rooms.show_source(),
    }
    enter[room]()
    qtbot.waitUntil(window.updatesEnabled)
    window.menus.commands["dark"].trigger()
    window.menus.commands[size].trigger()
    qtbot.waitUntil(window.updatesEnabled, timeout=20_000)
    qtbot.waitUntil(lambda: on_screen(window) == painted_now(window))
    assert window.session.state.view.theme == "dark"


def test_what_is_not_painted_by_its_own_choice_stays_so(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    quiet = QWidget(window)
    quiet.setUpdatesEnabled(False)
    window.show()
    hold_paint(window)
    list(painting(window))
    assert window.updatesEnabled()
    assert not quiet.updatesEnabled()


def test_a_window_that_is_not_shown_is_enabled_too(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    inner = QWidget(window)
    hold_paint(window)
    list(painting(window))
    assert window.updatesEnabled()
    assert inner.updatesEnabled()


def test_what_is_placed_anew_meanwhile_is_on_the_screen_as_it_lies_then(qtbot: QtBot) -> None:
    window, parts = two_parts(qtbot)
    turns = painting(window)
    next(turns)
    parts[0].setFixedWidth(20)
    qtbot.waitUntil(lambda: parts[0].width() == 20)
    list(turns)
    assert on_screen(window) == painted_now(window)
    assert window.updatesEnabled()


def test_what_goes_meanwhile_leaves_no_trace_on_the_screen(qtbot: QtBot) -> None:
    window, parts = two_parts(qtbot)
    turns = painting(window)
    next(turns)
    parts[1].deleteLater()
    qtbot.waitUntil(lambda: not isValid(parts[1]))
    list(turns)
    assert on_screen(window) == painted_now(window)


def test_of_a_window_that_jumps_nothing_stays_beside_what_is_painted(qtbot: QtBot) -> None:
    window, parts = two_parts(qtbot)
    ground = window.palette().window().color().name()
    clear(window)
    assert colours(window, parts) == [ground, ground]
    next(turns := painting(window))
    assert colours(window, parts) == ["#0000ff", ground]
    list(turns)
    assert on_screen(window) == painted_now(window)


@pytest.mark.parametrize("jumps", [True, False])
def test_what_is_on_the_screen_goes_only_where_most_gets_another_place(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, jumps: bool
) -> None:
    cleared: list[QWidget] = []
    monkeypatch.setattr(changing_looks, "clear", cleared.append)
    window = opened(qtbot)
    qtbot.waitUntil(window.updatesEnabled)
    cleared.clear()
    window.resize(1366 + (400 if jumps else 40), 768)
    window.menus.view.paint_later()
    qtbot.waitUntil(window.updatesEnabled)
    assert cleared == ([window] if jumps else [])
    window.menus.view.paint_later()
    qtbot.waitUntil(window.updatesEnabled)
    assert len(cleared) == jumps

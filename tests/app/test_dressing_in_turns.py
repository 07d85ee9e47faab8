"""A window is dressed part by part: whatever comes in between, all of it has the newest looks before it is painted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scripted import opened
from shiboken6 import isValid

from attnviz import load
from attnviz.app import bit_by_bit
from attnviz.app.palette import CONTROL_PX
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.figures.theme import PALETTES

ROLES = {"X": "input", "W_Q": "queries", "W_K": "keys", "W_V": "values"}


@pytest.fixture(autouse=True)
def a_widget_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands over after each widget, as where the machine is slow."""
    monkeypatch.setattr(bit_by_bit, "A_TURN", 0.0)


class Paints(QObject):
    """What all that lies in a window wore whenever any of it was painted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.worn: list[set[str]] = []
        self._window = window
        for part in (window, *window.findChildren(QWidget)):
            part.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Holds nothing back."""
        if event.type() == QEvent.Type.Paint:
            self.worn.append(worn_in(self._window))
        return False


def worn_in(window: QWidget) -> set[str]:
    """The themes of all that lies in a window, told by a colour that no rule changes."""
    told = {colours.border.name(): name for name, colours in PALETTES.items()}
    parts = (window, *window.findChildren(QWidget))
    return {told[part.palette().color(QPalette.ColorRole.Mid).name()] for part in parts}


def becoming_dark(qtbot: QtBot) -> MainWindow:
    """A window of which a part is dark already."""
    window = opened(qtbot)
    qtbot.waitUntil(window.updatesEnabled)
    window.menus.commands["dark"].trigger()
    for _ in range(10):
        QApplication.processEvents()
    assert worn_in(window) == {"light", "dark"}
    return window


def test_all_of_a_window_is_dressed_before_any_of_it_is_painted(qtbot: QtBot) -> None:
    window = opened(qtbot)
    qtbot.waitUntil(window.updatesEnabled)
    paints = Paints(window)

    window.menus.commands["dark"].trigger()

    qtbot.waitUntil(window.updatesEnabled)
    assert paints.worn
    assert all(worn == {"dark"} for worn in paints.worn)


def test_what_is_drawn_follows_once_all_is_dressed(qtbot: QtBot) -> None:
    window = becoming_dark(qtbot)
    assert window.session.state.view.theme == "light"
    seen: list[set[str]] = []
    window.session.changed.connect(lambda *_: seen.append(worn_in(window)))
    qtbot.waitUntil(lambda: window.session.state.view.theme == "dark")
    assert seen[0] == {"dark"}


def test_a_theme_asked_for_in_the_midst_of_another_is_worn_by_all(qtbot: QtBot) -> None:
    window = becoming_dark(qtbot)
    window.menus.commands["light"].trigger()
    qtbot.waitUntil(window.updatesEnabled)
    assert worn_in(window) == {"light"}
    assert window.session.state.view.theme == "light"


def test_the_same_theme_asked_for_again_in_its_midst_is_worn_by_all(qtbot: QtBot) -> None:
    window = becoming_dark(qtbot)
    window.menus.commands["dark"].trigger()
    qtbot.waitUntil(window.updatesEnabled)
    assert worn_in(window) == {"dark"}


def test_a_size_asked_for_in_the_midst_of_a_theme_comes_with_it(qtbot: QtBot) -> None:
    window = becoming_dark(qtbot)
    window.menus.commands["large"].trigger()
    qtbot.waitUntil(window.updatesEnabled)
    assert worn_in(window) == {"dark"}
    assert window.menuBar().font().pixelSize() == CONTROL_PX["large"]


def test_a_room_entered_in_the_midst_of_a_theme_wears_it(qtbot: QtBot) -> None:
    window = becoming_dark(qtbot)
    window.show_lab("one-query")
    qtbot.waitUntil(window.updatesEnabled)
    assert window.rooms.in_lab
    assert worn_in(window) == {"dark"}


def test_a_lesson_begun_in_the_midst_of_a_theme_wears_it(qtbot: QtBot) -> None:
    window = becoming_dark(qtbot)
    window.start_lesson("masks")
    qtbot.waitUntil(window.updatesEnabled)
    assert worn_in(window) == {"dark"}
    assert window.session.state.view.theme == "dark"


def test_a_part_that_goes_in_the_midst_of_a_theme_is_passed_over(qtbot: QtBot) -> None:
    window = opened(qtbot)
    last = QWidget(window)
    qtbot.waitUntil(window.updatesEnabled)
    window.menus.commands["dark"].trigger()
    last.deleteLater()
    qtbot.waitUntil(window.updatesEnabled)
    assert not isValid(last)
    assert worn_in(window) == {"dark"}


def test_a_key_pressed_in_the_midst_of_a_theme_is_heard(qtbot: QtBot) -> None:
    window = opened(qtbot)
    qtbot.waitUntil(window.updatesEnabled)
    pane = window.findChild(QWidget, "pane.X")
    assert pane is not None
    pane.setFocus()
    before = window.session.state.scenario.matrix("X")[0, 0]
    window.menus.commands["dark"].trigger()

    QTest.keyClicks(pane, "7")
    QTest.keyClick(QApplication.focusWidget() or pane, Qt.Key.Key_Return)

    assert not window.updatesEnabled()
    assert window.session.state.scenario.matrix("X")[0, 0] == 7 != before
    qtbot.waitUntil(window.updatesEnabled)
    assert worn_in(window) == {"dark"}


def test_a_window_closed_in_the_midst_of_a_theme_remembers_it(qtbot: QtBot) -> None:
    window = becoming_dark(qtbot)
    window.close()
    assert window.settings.view.theme == "dark"
    assert worn_in(window) == {"dark"}


def test_a_toolbar_that_makes_its_window_wider_while_it_is_measured_stays_in_one_line(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a screen of 800 pixels the window grows with the letters."""
    monkeypatch.setattr(bit_by_bit, "A_TURN", 0.008)
    window = MainWindow(Session(load("two-heads")))
    qtbot.addWidget(window)
    window.show()
    toolbar = window.findChild(QWidget, "toolbar")
    present = window.findChild(QWidget, "control.forms")
    assert toolbar is not None
    assert present is not None
    for command in ("dark", "large"):
        qtbot.waitUntil(window.updatesEnabled)
        qtbot.wait(50)
        window.menus.commands[command].trigger()
    qtbot.waitUntil(window.updatesEnabled)
    qtbot.wait(50)
    assert toolbar.height() < 2 * present.height()


def test_names_of_matrices_keep_their_colours_when_another_size_is_taken_back_before_it_is_drawn(qtbot: QtBot) -> None:
    window = opened(qtbot)
    for theme in ("dark", "light"):  # Qt gives back what a label had before it was dressed for the first time
        window.menus.commands[theme].trigger()
        qtbot.waitUntil(window.updatesEnabled)
        window.menus.commands["projector"].trigger()
        for _ in range(10):
            QApplication.processEvents()
        window.menus.commands["normal"].trigger()
        qtbot.waitUntil(window.updatesEnabled)
        names = {name: window.findChild(QWidget, f"pane.{name}.title") for name in ROLES}
        inks = {name: label.palette().color(label.foregroundRole()).name() for name, label in names.items()}
        roles = PALETTES[theme].roles
        assert inks == {name: roles[role].name() for name, role in ROLES.items()}


def test_controls_have_the_widths_of_their_letters_when_another_size_is_taken_back_before_it_is_drawn(
    qtbot: QtBot,
) -> None:
    window = opened(qtbot)
    window.resize(1920, 1080)
    qtbot.waitUntil(window.updatesEnabled)
    boxes = [window.findChild(QWidget, f"control.{name}") for name in ("heads", "decimals", "scale", "forms")]
    before = [box.width() for box in boxes]
    window.menus.commands["projector"].trigger()
    for turn in range(200):
        QApplication.processEvents()
        if turn % 20 == 0:
            window.resize(1920 - turn % 40, 1080)  # measures what is dressed already
    meanwhile = [box.width() for box in boxes]
    assert window.session.state.view.text_size == "normal"
    assert meanwhile != before
    window.resize(1920, 1080)
    QApplication.processEvents()
    window.menus.commands["normal"].trigger()
    qtbot.waitUntil(window.updatesEnabled)
    assert [box.width() for box in boxes] == before

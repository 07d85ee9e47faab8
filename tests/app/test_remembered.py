"""The next window comes as the last one was left: its looks, its places, and the hints that were dismissed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.session import Session
from attnviz.app.settings import Settings
from attnviz.app.window import FRAME, MainWindow
from attnviz.content.presets import preset
from attnviz.figures.theme import theme


def opened_again(qtbot: QtBot) -> MainWindow:
    window = MainWindow(Session(preset("by-hand")))
    qtbot.addWidget(window)
    return window


def test_looks_and_places_are_remembered(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "dark")
    trigger(window, "large")
    find(window, "control.decimals").setValue(4)
    window.close()
    settings = Settings()
    assert (settings.view.theme, settings.view.text_size, settings.view.decimals) == ("dark", "large", 4)
    again = MainWindow(Session(preset("by-hand"), view=settings.view), settings=settings)
    qtbot.addWidget(again)
    assert again.session.state.view.theme == "dark"
    assert again.palette().window().color() == theme("dark").palette.background


def test_the_window_comes_back_in_the_size_it_had(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.resize(780, 650)  # the offscreen screen is 800 by 800
    window.close()
    assert opened_again(qtbot).size() == QSize(780, 650)


def test_a_first_window_leaves_room_on_the_screen_for_its_frame(qtbot: QtBot) -> None:
    window = opened_again(qtbot)  # no size was stored; the offscreen screen is 800 by 800
    assert window.height() == window.screen().availableSize().height() - FRAME


def test_the_columns_come_back_with_the_widths_they_were_given(qtbot: QtBot) -> None:
    window = opened(qtbot)
    columns = find(window, "columns")
    columns.moveSplitter(400, 1)
    widths = columns.sizes()
    window.close()
    again = opened_again(qtbot)
    again.resize(1366, 768)
    again.show()
    assert find(again, "columns").sizes() == widths


def test_settings_that_cannot_be_read_count_as_never_written(tmp_path: Path) -> None:
    path = tmp_path / "broken.ini"
    path.write_text("[General]\ntheme=purple\ndecimals=many\nrecent=nonsense\ndismissed=[1]\n", encoding="utf-8")
    settings = Settings(path)
    assert (settings.view.theme, settings.view.decimals, settings.recent) == ("light", 3, ())
    assert settings.dismissed == frozenset()


def test_a_dismissed_hint_stays_away_at_the_next_start(qtbot: QtBot) -> None:
    window = opened(qtbot)
    hint = find(window, "hint.inputs.dismiss")
    assert hint.isVisible()
    qtbot.mouseClick(hint, Qt.MouseButton.LeftButton)
    assert not hint.isVisible()
    again = opened(qtbot)
    assert not find(again, "hint.inputs.dismiss").isVisible()
    trigger(again, "show_hints")
    assert find(again, "hint.inputs.dismiss").isVisible()


def test_the_hint_to_type_goes_for_good_once_a_number_has_been_typed(qtbot: QtBot) -> None:
    window = opened(qtbot)
    pane, hint = find(window, "pane.W_Q"), find(window, "hint.inputs.dismiss")
    pane.setCurrentIndex(pane.model().index(0, 0))
    QTest.keyClick(pane, Qt.Key.Key_7)
    QTest.keyClick(pane.editor, Qt.Key.Key_Escape)
    assert hint.isVisible()  # taken back
    QTest.keyClick(pane, Qt.Key.Key_7)
    assert hint.isVisible()  # nothing moves while one types
    QTest.keyClick(pane.editor, Qt.Key.Key_Return)
    assert not hint.isVisible()
    assert not find(opened(qtbot), "hint.inputs.dismiss").isVisible()

"""Blocks that are read beside the window: none is lost, and none lands where it was not meant to."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest
from large_maps import opened_large
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from scripted import find

from attnviz import Direct, Projected, Scenario
from attnviz.app.panes import block_text, matrix_commands
from attnviz.app.panes.matrix_pane import MatrixPane
from attnviz.app.panes.pane_edits import Rectangle
from attnviz.app.window import MainWindow

DRAW = np.random.default_rng(5)
LAYER = Scenario(Projected(DRAW.normal(size=(6, 4)), *(DRAW.normal(size=(4, 4)) for _ in range(3))))


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Event:
    """All that is copied and pasted is long, and is read and written once this is set."""
    opened, real = Event(), (block_text.read, block_text.written)

    def read(*given: object, **settings: object) -> object:
        assert opened.wait(10)
        return real[0](*given, **settings)  # type: ignore[arg-type]

    def written(*given: object) -> object:
        assert opened.wait(10)
        return real[1](*given)  # type: ignore[arg-type]

    monkeypatch.setattr(matrix_commands, "read", read)
    monkeypatch.setattr(matrix_commands, "written", written)
    monkeypatch.setattr(matrix_commands, "BESIDE_TEXT", 1)
    monkeypatch.setattr(matrix_commands, "BESIDE", 1)
    return opened


@pytest.fixture
def window(qtbot: QtBot, gate: Event) -> MainWindow:
    return opened_large(qtbot, LAYER)


def pane(window: MainWindow, name: str = "X") -> MatrixPane:
    return next(pane for pane in window.findChildren(MatrixPane) if pane.name == name)


def paste(window: MainWindow, text: str, row: int) -> None:
    QGuiApplication.clipboard().setText(text)
    pane(window).commands.paste(Rectangle(row, 0), lambda _: None)


def settled(qtbot: QtBot, window: MainWindow, gate: Event) -> None:
    """Lets all that waits be done."""
    errands = [pane.commands._errand for pane in window.findChildren(MatrixPane)]
    gate.set()
    qtbot.waitUntil(lambda: all(errand is None or not errand.what for errand in errands), timeout=5000)
    qtbot.wait(20)


def test_two_pastes_in_one_pane_both_go_in(qtbot: QtBot, window: MainWindow, gate: Event) -> None:
    paste(window, "7 7 7 7", 0)
    paste(window, "8 8 8 8", 3)
    settled(qtbot, window, gate)
    X = window.session.state.scenario.matrix("X")
    assert X[0].tolist() == [7] * 4
    assert X[3].tolist() == [8] * 4
    assert window.session.undo_stack.count() == 2


def test_what_was_copied_is_on_the_clipboard_though_it_was_cleared_meanwhile(
    qtbot: QtBot, window: MainWindow, gate: Event
) -> None:
    pane(window).commands.copy(Rectangle(0, 0, 1, 4))
    pane(window).commands.clear(Rectangle(0, 0, 1, 4))
    assert not window.session.state.scenario.matrix("X")[0].any()
    settled(qtbot, window, gate)
    copied = [float(part) for part in QGuiApplication.clipboard().text().split()]
    assert copied == LAYER.matrix("X")[0].tolist()


def test_a_paste_does_not_land_in_another_document(qtbot: QtBot, window: MainWindow, gate: Event) -> None:
    paste(window, "7 7 7 7", 0)
    other = Scenario(Projected(np.ones((6, 4)), *(np.eye(4) for _ in range(3))))
    window.session.open(other)
    settled(qtbot, window, gate)
    assert window.session.state.scenario is other
    assert window.session.undo_stack.count() == 0


def test_a_paste_for_a_matrix_that_is_gone_is_let_go(qtbot: QtBot, window: MainWindow, gate: Event) -> None:
    paste(window, "7 7 7 7", 0)
    errand = pane(window).commands._errand
    other = Scenario(Direct(np.ones((6, 4)), np.ones((6, 4)), np.ones((6, 4))))
    window.session.open(other)
    gate.set()
    assert errand is not None
    qtbot.waitUntil(lambda: not errand.what, timeout=5000)
    assert window.session.state.scenario is other


def test_a_cut_in_a_document_that_is_gone_clears_nothing_in_the_next(
    qtbot: QtBot, window: MainWindow, gate: Event
) -> None:
    pane(window).commands.cut(Rectangle(0, 0, 1, 4))
    other = Scenario(Projected(np.ones((6, 4)), *(np.eye(4) for _ in range(3))))
    window.session.open(other)
    settled(qtbot, window, gate)
    assert window.session.state.scenario is other


def test_a_paste_that_is_read_while_the_window_closes_is_asked_about(
    qtbot: QtBot, window: MainWindow, gate: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(window.questions, "unsaved", lambda name: asked.append(name) or "cancel", raising=False)
    paste(window, "7 7 7 7", 0)
    gate.set()
    window.close()
    assert len(asked) == 1
    assert window.session.state.scenario.matrix("X")[0].tolist() == [7] * 4


def test_a_long_copy_leaves_what_was_copied_later_by_another_program(
    qtbot: QtBot, window: MainWindow, gate: Event
) -> None:
    pane(window).commands.copy(Rectangle(0, 0, 1, 4))
    QGuiApplication.clipboard().setText("from elsewhere")
    settled(qtbot, window, gate)
    assert QGuiApplication.clipboard().text() == "from elsewhere"


def test_a_long_copy_of_one_pane_leaves_a_later_copy_of_a_figure(qtbot: QtBot, window: MainWindow, gate: Event) -> None:
    pane(window).commands.copy(Rectangle(0, 0, 1, 4))
    window.exports.copy_numbers()
    later = QGuiApplication.clipboard().text()
    settled(qtbot, window, gate)
    assert QGuiApplication.clipboard().text() == later != ""


def test_of_two_long_copies_the_later_one_stays(qtbot: QtBot, window: MainWindow, gate: Event) -> None:
    pane(window, "W_Q").commands.copy(Rectangle(0, 0, 1, 4))
    pane(window).commands.copy(Rectangle(2, 0, 1, 4))
    settled(qtbot, window, gate)
    copied = [float(part) for part in QGuiApplication.clipboard().text().split()]
    assert copied == LAYER.matrix("X")[2].tolist()


def test_a_long_cut_that_comes_too_late_cuts_nothing_and_says_so(qtbot: QtBot, window: MainWindow, gate: Event) -> None:
    pane(window).commands.cut(Rectangle(0, 0, 1, 4))
    QGuiApplication.clipboard().setText("from elsewhere")
    settled(qtbot, window, gate)
    assert window.session.state.scenario == LAYER
    assert "nothing was cut" in find(window, "message.text").text()

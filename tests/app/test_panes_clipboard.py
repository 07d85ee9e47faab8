"""Very many numbers are copied and pasted beside the window, and more than a clipboard takes are refused."""

from __future__ import annotations

import numpy as np
import pytest
from large_maps import opened_large, settled
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from scripted import find

from attnviz import Projected, Scenario
from attnviz.app.panes.block_text import BESIDE, BESIDE_TEXT, Ambiguous, read, unreported, written
from attnviz.app.panes.numbers_view import NumbersView
from attnviz.app.window import MainWindow
from attnviz.content.blocks import format_block, parse_block
from attnviz.engine.errors import Stopped


def wide(rows: int = 300, width: int = 128) -> Scenario:
    numbers = np.random.default_rng(2)
    return Scenario(Projected(*(numbers.normal(size=(count, width)) for count in (rows, width, width, width))))


def pane(window: MainWindow, name: str = "X") -> NumbersView:
    view = find(window, f"pane.{name}", NumbersView)
    assert isinstance(view, NumbersView)
    return view


def copied() -> str:
    return QGuiApplication.clipboard().text()


def test_a_large_block_is_copied_beside_the_window(qtbot: QtBot) -> None:
    window = opened_large(qtbot, wide())
    view, X = pane(window), window.session.state.scenario.matrix("X")
    assert X.size > BESIDE
    QGuiApplication.clipboard().setText("before")
    view.selectAll()
    view.copy()
    assert copied() == "before"
    qtbot.waitUntil(lambda: copied() != "before", timeout=20_000)
    assert copied() == format_block(X)


def test_a_large_block_is_pasted_beside_the_window_as_one_step(qtbot: QtBot) -> None:
    window = opened_large(qtbot, wide())
    view = pane(window)
    wanted = np.random.default_rng(4).normal(size=(300, 128))
    text = format_block(wanted)
    assert len(text) > BESIDE_TEXT
    QGuiApplication.clipboard().setText(text)
    view.selectAll()
    steps = window.session.undo_stack.count()
    view.paste()
    assert window.session.undo_stack.count() == steps
    qtbot.waitUntil(lambda: window.session.undo_stack.count() == steps + 1, timeout=20_000)
    settled(qtbot, window)
    assert np.array_equal(window.session.state.scenario.matrix("X"), wanted)


def test_a_large_block_is_cut_once_it_is_on_the_clipboard(qtbot: QtBot) -> None:
    window = opened_large(qtbot, wide())
    view, X = pane(window), window.session.state.scenario.matrix("X")
    view.selectAll()
    view.cut()
    qtbot.waitUntil(lambda: not window.session.state.scenario.matrix("X").any(), timeout=20_000)
    assert copied() == format_block(X)


def test_large_text_that_is_no_block_is_refused_with_its_place(qtbot: QtBot) -> None:
    window = opened_large(qtbot, wide())
    before = window.session.state.scenario
    rows = format_block(np.ones((300, 400))).split("\n")
    rows[7] = rows[7].replace("1", "one", 1)
    QGuiApplication.clipboard().setText("\n".join(rows))
    pane(window).paste()
    qtbot.waitUntil(lambda: window.session.state.refused is not None, timeout=20_000)
    assert "row 8" in str(window.session.state.refused).lower()
    assert window.session.state.scenario is before


def test_more_numbers_than_a_clipboard_takes_are_refused(qtbot: QtBot) -> None:
    window = opened_large(qtbot, wide(2100, 512))
    QGuiApplication.clipboard().setText("before")
    pane(window).selectAll()
    pane(window).copy()
    assert "too many for the clipboard" in str(window.session.state.refused)
    assert copied() == "before"


@pytest.mark.parametrize("values", [np.random.default_rng(1).normal(size=(400, 90)), np.full((20_000, 3), -1.5e-300)])
def test_plain_numbers_are_read_as_they_were_written(values: np.ndarray) -> None:
    assert np.array_equal(parse_block(format_block(values)), values)


def test_reading_stops_where_nobody_waits_for_it() -> None:
    with pytest.raises(Stopped):
        parse_block(format_block(np.ones((400, 200))), report=lambda _: False)
    with pytest.raises(Stopped):
        written(np.ones((400, 200)), lambda _: False)


def test_text_of_two_readings_comes_back_with_both() -> None:
    found = read("1,5\n2,5", unreported, hides=False)
    assert isinstance(found, Ambiguous)
    assert [one.block.shape for one in found.readings] == [(2, 1), (2, 2)]

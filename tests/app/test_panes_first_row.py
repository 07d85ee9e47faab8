"""A tall pane keeps its first row, and the followed row in sight, and all of a pane has letters of one size."""

from __future__ import annotations

from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.panes.numbers_view import NumbersView
from attnviz.app.window import MainWindow
from attnviz.engine.edits import set_mask

SIZES = ("large", "normal")


def dressed(qtbot: QtBot, window: MainWindow, size: str) -> NumbersView:
    """The pane of X in letters of another size, once all of the window has them."""
    window.session.look(text_size=size)
    qtbot.waitUntil(window.updatesEnabled, timeout=10_000)
    return find(window, "pane.X", NumbersView)


def test_the_followed_row_stays_in_sight_in_letters_of_any_size(qtbot: QtBot) -> None:
    window = opened(qtbot, "trophy")
    for query, size in zip((14, 15), SIZES, strict=True):
        window.session.select(query=query)
        view = dressed(qtbot, window, size)
        top = view.rowViewportPosition(query)
        assert 0 <= top <= top + view.rowHeight(query) <= view.viewport().height()


def test_the_first_row_that_a_hand_scrolled_to_stays_the_first(qtbot: QtBot) -> None:
    window = opened(qtbot, "trophy")
    bar = find(window, "pane.X", NumbersView).verticalScrollBar()
    bar.setValue(6)
    assert [(dressed(qtbot, window, size).rowAt(0), bar.value()) for size in SIZES] == [(6, 6)] * len(SIZES)


def test_numbers_over_columns_grow_with_the_window_though_an_edit_comes_first(qtbot: QtBot) -> None:
    window = opened(qtbot, "trophy")
    window.resize(1920, 1080)
    window.session.edit("Causal", lambda scenario: set_mask(scenario, causal=True))
    view = dressed(qtbot, window, "normal")
    assert view.columns_header.height() == view.columns_header.needed()
    assert view.columns_header._theme is view.theme

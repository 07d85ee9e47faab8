"""The message bar says problems in words with a way out, and nothing jumps because of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, trigger

from attnviz.app.controls.message_bar import sizes_in_words
from attnviz.app.controls.messages import Message
from attnviz.app.room import ROOM
from attnviz.app.window import MainWindow
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell, set_mask
from attnviz.engine.errors import HiddenRow
from attnviz.figures.view import View


def said(window: MainWindow) -> str:
    return str(find(window, "message.text").text())


def hide_query_1(window: MainWindow) -> None:
    """With the causal mask the first query sees key 1 alone; as padding that is hidden too."""
    window.session.edit("Hide", lambda scenario: set_mask(scenario, causal=True, padding=(0,)))


def test_a_hidden_row_is_said_with_the_key_that_would_mend_it(qtbot: QtBot) -> None:
    window = opened(qtbot)
    hide_query_1(window)
    assert isinstance(window.session.state.problem, HiddenRow)
    assert said(window) == "Query 1 “a” sees no key. Show key 1 “a” again?"
    assert find(window, "message.way_out").text() == "Show Key 1"


def test_the_way_out_of_a_hidden_row_is_one_undoable_step(qtbot: QtBot) -> None:
    window = opened(qtbot)
    hide_query_1(window)
    hidden = window.session.state.scenario
    click(qtbot, window, "message.way_out")
    assert window.session.state.problem is None
    assert window.session.state.scenario.mask.padding == ()
    assert not find(window, "message.way_out").isVisible()
    trigger(window, "undo")
    assert window.session.state.scenario == hidden
    assert find(window, "message.way_out").isVisible()


def test_a_dismissed_problem_stays_away_until_it_is_solved(qtbot: QtBot) -> None:
    window = opened(qtbot)
    hide_query_1(window)
    click(qtbot, window, "message.dismiss")
    assert "sees no key" not in said(window)
    window.session.edit("Edit X[2,2]", lambda scenario: set_cell(scenario, "X", 1, 1, 3.0))
    assert "sees no key" not in said(window)
    trigger(window, "undo")
    trigger(window, "undo")
    hide_query_1(window)
    assert "sees no key" in said(window)


def test_a_refused_edit_is_said_until_the_next_one_works(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.edit("Heads", lambda scenario: set_cell(scenario, "X", 9, 0, 1.0))
    assert said(window) == str(window.session.state.refused)
    click(qtbot, window, "mask.causal")
    assert said(window) == sizes_in_words(preset("by-hand"))


def test_a_dismissed_refusal_leaves_the_lasting_problem_in_sight(qtbot: QtBot) -> None:
    window = opened(qtbot)
    hide_query_1(window)
    window.session.edit("Edit", lambda scenario: set_cell(scenario, "X", 9, 0, 1.0))
    click(qtbot, window, "message.dismiss")
    assert "sees no key" in said(window)


def test_an_overflow_offers_undo(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.edit("Edit X[1,1]", lambda scenario: set_cell(scenario, "X", 0, 0, 1e200))
    assert find(window, "message.way_out").text() == "Undo"
    click(qtbot, window, "message.way_out")
    assert window.session.state.scenario == preset("by-hand")


def test_what_was_said_goes_when_the_document_changes(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.say(Message("Exported weights.svg to /tmp.", "done"))
    assert "Exported" in said(window)
    click(qtbot, window, "mask.causal")
    assert "Exported" not in said(window)


def test_a_message_changes_neither_the_layout_nor_the_focus(qtbot: QtBot) -> None:
    window = opened(qtbot)
    find(window, "control.temperature").setFocus()
    widgets = [find(window, name) for name in ("toolbar", "columns", "message")]
    before = [widget.geometry() for widget in widgets]
    hide_query_1(window)
    qtbot.wait(1)
    assert [widget.geometry() for widget in widgets] == before
    assert QApplication.focusWidget() is find(window, "control.temperature")


def test_a_message_is_the_accessible_name_of_the_bar(qtbot: QtBot) -> None:
    window = opened(qtbot)
    hide_query_1(window)
    assert find(window, "message").accessibleName() == said(window)


def test_a_long_message_is_shortened_with_all_of_it_on_hover(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.say(Message("A very long path " * 30))
    text = find(window, "message.text")
    assert text.toolTip() == text.text()
    assert window.width() == 1366


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("by-hand", "3 queries, 3 keys · d_model 2 · 1 head · d_k 2 · d_v 2"),
        ("two-heads", "4 queries, 4 keys · d_model 4 · 2 heads · d_k 2 · d_v 2"),
        ("mixture", "1 query, 3 keys · 1 head · d_v 2"),
    ],
)
def test_without_a_message_the_bar_tells_the_sizes(name: str, words: str) -> None:
    assert sizes_in_words(preset(name)) == words


def test_every_problem_can_be_put_away_with_the_keyboard(qtbot: QtBot) -> None:
    window = opened(qtbot)
    hide_query_1(window)
    for name in ("message.way_out", "message.dismiss"):
        button: QWidget = find(window, name)
        button.setFocus()
        assert button.hasFocus()
    assert find(window, "action.undo", QAction).isEnabled()


def test_a_projected_board_without_room_is_offered_it_once(qtbot: QtBot) -> None:
    window = opened(qtbot, "padding", view=View(text_size="projector"))
    qtbot.waitUntil(lambda: window._pipeline.area.layout_shown == "focus")
    bar = find(window, "message")
    qtbot.waitUntil(lambda: said(window) == ROOM)
    click(qtbot, window, "message.way_out")
    qtbot.waitUntil(lambda: window._pipeline.area.layout_shown == "board")
    assert not find(window, "pane.X").isVisible()
    trigger(window, "reset_layout")
    qtbot.waitUntil(lambda: window._pipeline.area.layout_shown == "focus")
    qtbot.wait(1)
    assert bar.message is None


def test_over_the_first_screen_no_room_is_offered_for_a_board(qtbot: QtBot) -> None:
    window = opened(qtbot, "padding", view=View(text_size="projector"))
    window.show_welcome()
    qtbot.wait(1)
    assert find(window, "message").message is None


def test_the_offer_of_room_goes_with_the_board(qtbot: QtBot) -> None:
    window = opened(qtbot, "padding", view=View(text_size="projector"))
    qtbot.waitUntil(lambda: said(window) == ROOM)
    window.show_lab("root-d-k")
    qtbot.waitUntil(lambda: find(window, "message").message is None)


def test_once_the_first_screen_is_left_the_board_is_offered_room(qtbot: QtBot) -> None:
    window = opened(qtbot, "padding", view=View(text_size="projector"), shown=False)
    window.show()
    window.show_welcome()
    qtbot.wait(1)
    assert "room" not in window.settings.dismissed
    window.show_document()
    qtbot.waitUntil(lambda: said(window) == ROOM)


def test_typing_another_number_of_heads_takes_the_old_refusal_back(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    heads = find(window, "control.heads")
    heads.setFocus()
    heads.selectAll()
    QTest.keyClicks(heads, "3")
    QTest.keyClick(heads, Qt.Key.Key_Return)
    assert "3 heads" in said(window)
    heads.selectAll()
    QTest.keyClicks(heads, "1")
    assert "3 heads" not in said(window)


def test_what_was_done_is_told_for_a_while_only(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.say(Message("Exported weights.svg to /tmp.", "done"))
    find(window, "message").findChild(QTimer).timeout.emit()
    assert said(window) == sizes_in_words(window.session.state.scenario)


def test_a_problem_stays_though_something_was_done_before(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.say(Message("Exported weights.svg to /tmp.", "done"))
    window.say(Message("The disk is full."))
    assert not find(window, "message").findChild(QTimer).isActive()


def test_a_message_longer_than_the_bar_can_be_read_whole_and_copied(qtbot: QtBot) -> None:
    window = opened(qtbot)
    long = "model.bin: this is a pickle. " + "Convert it where you have PyTorch: " * 12
    window.say(Message(long))
    click(qtbot, window, "message.whole")
    assert find(window, "message.details.text").text() == long
    find(window, "message.details.copy").click()
    assert QApplication.clipboard().text() == long
    assert not find(window, "message.details").isVisible()


def test_a_message_that_fits_has_nothing_more_to_read(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.say(Message("Short."))
    assert not find(window, "message.whole").isVisible()


def test_a_digit_typed_on_a_computed_number_says_what_to_change_instead(qtbot: QtBot) -> None:
    window = opened(qtbot)
    figure = find(window, "figure.weights")
    before = window.session.state.scenario
    QTest.keyClick(figure, Qt.Key.Key_7)
    assert "computed" not in said(window)  # none is selected
    figure.choose(Cell("weights", 0, 1, 2))
    QTest.keyClick(figure, Qt.Key.Key_7)
    assert said(window) == "This number is computed. Change X, W_Q or W_K in the panes and it follows."
    assert window.session.state.scenario is before
    window.session.edit("Edit X[2,2]", lambda scenario: set_cell(scenario, "X", 1, 1, 3.0))
    assert "computed" not in said(window)

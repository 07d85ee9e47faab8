"""Operands lead to their own arithmetic by mouse and keyboard, down to the inputs, and the trail leads back."""

from __future__ import annotations

import pytest
from explain_gestures import WEIGHT, click_link, explain, link_place, text
from figure_scenarios import by_hand, many_heads, shown_inspector
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.explaining.trail import MOST, Trail
from attnviz.app.explaining.trail_row import Crumb
from attnviz.app.inspection.inspector import Inspector
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.figures.theme import theme

SCORE, QUERY, KEY = Cell("scores", 0, 1, 2), Cell("queries", 0, 1, 0), Cell("keys", 0, 2, 1)


def here(inspector: Inspector) -> Cell | None:
    return inspector.session.state.selection.cell


def crumb(inspector: Inspector, name: str) -> Crumb:
    found = inspector.findChild(Crumb, name)
    assert found is not None
    return found


def test_a_click_on_an_operand_explains_it(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    click_link(qtbot, inspector, SCORE)
    assert here(inspector) == SCORE
    assert text(inspector).startswith("Scores: query 2 “b”, key 3 “c”")


def test_a_click_beside_an_operand_follows_nothing(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    place = link_place(inspector, SCORE)
    qtbot.mouseClick(inspector.text.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(300, place.y()))
    assert here(inspector) == WEIGHT


def test_every_operand_leads_to_the_cell_whose_number_it_shows(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, Cell("head_output", 0, 1, 0))
    cells = [link.cell for link in inspector.text.links]
    assert [cell for cell in cells if cell.name == "weights"] == [Cell("weights", 0, 1, key) for key in range(3)]
    assert [cell for cell in cells if cell.name == "values"] == [Cell("values", 0, key, 0) for key in range(3)]


def test_operands_are_coloured_as_their_cells_are_lit(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, SCORE)
    look = theme("light", "normal")
    for cell, role in ((QUERY, "queries"), (KEY, "keys")):
        link = next(link for link in inspector.text.links if link.cell == cell)
        cursor = QTextCursor(inspector.text.document())
        cursor.setPosition(link.start + 1)
        assert cursor.charFormat().foreground().color() == QColor(look.role(role))


def test_the_way_goes_down_to_the_inputs_and_the_trail_names_it(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, Cell("head_output", 0, 1, 0))
    for cell in (WEIGHT, SCORE, QUERY, Cell("W_Q", None, 1, 0)):
        click_link(qtbot, inspector, cell)
    assert inspector.explain.trail.words == (
        "head_output[2,1]", "weights[2,3]", "scores[2,3]", "queries[2,1]", "W_Q[2,1]",
    )  # fmt: skip
    assert "Given" in text(inspector)


def test_one_number_alone_has_no_trail(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    assert not inspector.explain.trail.isVisible()


def test_back_leads_to_where_the_number_is_used(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    click_link(qtbot, inspector, SCORE)
    qtbot.mouseClick(crumb(inspector, "explain.back"), Qt.MouseButton.LeftButton)
    assert here(inspector) == WEIGHT
    assert not inspector.explain.trail.isVisible()


def test_a_name_on_the_trail_leads_there(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    for cell in (SCORE, QUERY):
        click_link(qtbot, inspector, cell)
    qtbot.mouseClick(crumb(inspector, "explain.trail.1"), Qt.MouseButton.LeftButton)
    assert here(inspector) == WEIGHT


def test_alt_left_goes_back_from_anywhere_in_the_window(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.select(cell=WEIGHT, query=1)
    inspector = find(window, "inspector")
    inspector.follow(SCORE)
    find(window, "figure.weights").setFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: window.session.state.selection.cell == WEIGHT)


def test_a_number_chosen_elsewhere_begins_a_new_trail(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    click_link(qtbot, inspector, SCORE)
    explain(inspector.session, Cell("values", 0, 2, 0))
    assert inspector.trail == Trail((Cell("values", 0, 2, 0),))


def test_a_number_on_the_way_chosen_elsewhere_cuts_the_trail_there(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    for cell in (SCORE, QUERY):
        click_link(qtbot, inspector, cell)
    explain(inspector.session, SCORE)
    assert inspector.trail == Trail((WEIGHT, SCORE))


def test_arrow_keys_walk_along_the_operands_and_enter_follows_one(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, SCORE)
    inspector.text.setFocus()
    for _ in range(2):
        qtbot.keyClick(inspector.text, Qt.Key.Key_Right)
    assert inspector.text.textCursor().selectedText() == "1"
    qtbot.keyClick(inspector.text, Qt.Key.Key_Return)
    assert here(inspector) == inspector.trail.here == Cell("keys", 0, 2, 0)


def test_down_and_up_go_to_the_next_line_with_an_operand(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    inspector.text.setFocus()
    document = inspector.text.document()
    lines = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        qtbot.keyClick(inspector.text, key)
        lines.append(document.findBlock(inspector.text.textCursor().selectionStart()).blockNumber())
    assert lines[0] < lines[1] < lines[2]
    assert lines[3] == lines[1]


def test_tab_comes_to_the_first_operand_goes_along_them_and_leaves(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.select(cell=SCORE, query=1)
    inspector = find(window, "inspector")
    qtbot.waitUntil(lambda: bool(inspector.text.links))
    inspector.explain.copy.setFocus(Qt.FocusReason.TabFocusReason)
    count = len(inspector.text.links)
    assert count > 3
    for _ in range(count):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is inspector.text
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not inspector.text


def test_an_operand_says_on_hover_what_it_is_in_full(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    link = next(link for link in inspector.text.links if link.cell.name == "scaled")
    assert "2.1213203435596424" in inspector.text.spoken_link(link)


def test_names_of_other_heads_say_the_head(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, many_heads(2))
    explain(inspector.session, Cell("concatenated", None, 0, 7))
    inspector.follow(Cell("weights", 1, 0, 2))
    assert inspector.explain.trail.words == ("concatenated[1,8]", "weights@2[1,3]")
    assert inspector.session.state.selection.head == 1


def test_of_a_long_trail_the_end_is_shown_and_fits(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, preset("two-heads"), 300, 700)
    explain(inspector.session, Cell("output", None, 1, 0))
    for cell in (Cell("concatenated", None, 1, 2), Cell("weights", 1, 1, 0), Cell("scores", 1, 1, 0)):
        inspector.follow(cell)
    inspector.follow(Cell("queries", 1, 1, 0))
    row = inspector.explain.trail
    shown = [one for one in row.findChildren(Crumb) if one.isVisible()]
    assert shown[-1].text() == "queries@2[2,1]"
    assert max(one.geometry().right() for one in shown) < row.width()
    assert len(shown) < 6


def test_following_an_operand_scrolls_to_the_beginning(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(), 300, 300)
    explain(inspector.session, WEIGHT)
    inspector.verticalScrollBar().setValue(inspector.verticalScrollBar().maximum())
    inspector.follow(SCORE)
    assert inspector.verticalScrollBar().value() == 0


def test_another_session_begins_without_a_trail(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.select(cell=WEIGHT, query=1)
    inspector = find(window, "inspector")
    inspector.follow(SCORE)
    window.session.open(preset("one-query"))
    assert inspector.trail == Trail()


@pytest.mark.parametrize("count", [MOST, MOST + 5])
def test_a_trail_never_grows_beyond_its_bound(count: int) -> None:
    trail = Trail()
    for row in range(count):
        trail = trail.follow(Cell("X", None, row, 0))
    assert len(trail.cells) == MOST
    assert trail.here == Cell("X", None, count - 1, 0)

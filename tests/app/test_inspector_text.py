"""The inspector says in words and numbers how the selected number came about."""

from __future__ import annotations

import numpy as np
import pytest
from figure_scenarios import by_hand, causal, cross, given_weights, many_heads, shown_inspector, turn_the_query
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCursor
from pytestqt.qtbot import QtBot

from attnviz import Mask
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.inspection.line_breaks import MAY_BREAK
from attnviz.app.pipeline import figure_view
from attnviz.app.session import Session
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell
from attnviz.figures.bars import Bars
from attnviz.figures.theme import theme


def text(inspector: Inspector) -> str:
    return inspector.text.toPlainText()


def explain(inspector: Inspector, name: str, row: int, column: int, head: int | None = 0) -> str:
    inspector.session.select(cell=Cell(name, head, row, column), query=row)
    return text(inspector)


def test_a_weight_is_headed_by_who_looks_at_whom(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, causal())
    heading = explain(inspector, "weights", 1, 0).splitlines()[:2]
    assert heading == ["Query 2 “b” looks at key 1 “a”: 0.670", "row 2, column 1"]


def test_a_weights_arithmetic_goes_from_the_dot_product_to_its_share(qtbot: QtBot) -> None:
    # Curriculum, units 2 and 7: 2 ÷ √2 ≈ 1.414, e^… ≈ 4.113 and 2.028, sum ≈ 6.141, weight ≈ 0.670, share (1.340, 0).
    inspector = shown_inspector(qtbot, causal())
    shown = explain(inspector, "weights", 1, 0)
    for piece in (
        "1·1 + 1·1 = 2", "2 ÷ √2 = 1.414…", "4.113… + 2.028… = 6.141…", "4.113… ÷ 6.141… = 0.670", "= (1.340, 0)",
    ):  # fmt: skip
        assert piece in shown


def test_the_exact_operand_of_a_projection_has_no_ellipsis(qtbot: QtBot) -> None:
    assert "0·1 + 1·1 = 1" in explain(shown_inspector(qtbot, by_hand()), "queries", 1, 0)


def test_operands_have_the_colours_of_their_roles(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, causal())
    explain(inspector, "scores", 1, 0)
    document = inspector.text.document()
    start = inspector.text.toPlainText().index("1·1")
    colours = []
    for offset in (1, 3):  # the character before the cursor decides
        cursor = QTextCursor(document)
        cursor.setPosition(start + offset)
        colours.append(cursor.charFormat().foreground().color())
    look = theme("light", "normal")
    assert colours == [QColor(look.role("queries")), QColor(look.role("keys"))]


def test_typing_changes_the_arithmetic_at_once(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector, "scores", 1, 0)
    inspector.session.edit("Edit", lambda scenario: set_cell(scenario, "X", 1, 1, 5.0))
    assert "5·1 + 5·1 = 10" in text(inspector)


def test_nothing_selected_tells_the_query_and_how_to_select(qtbot: QtBot) -> None:
    shown = text(shown_inspector(qtbot, by_hand()))
    assert shown.startswith("Query 2 “b”")
    assert shown.index("0.576") < shown.index("0.284") < shown.index("0.140")
    assert "(1.720, 0.716)" in shown
    assert "Click any number" in shown


def test_labels_are_text_and_never_markup(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(tokens=("<b>x</b>", "&amp;", "c")))
    assert explain(inspector, "weights", 1, 0).startswith("Query 2 “&amp;” looks at key 1 “<b>x</b>”")


def test_a_hidden_row_says_which_query_sees_no_key(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(mask=Mask(custom=[[True] * 3, [False] * 3, [True] * 3])))
    assert "Query 2 “b” sees no key" in text(inspector)


def test_the_pencil_tells_its_distance_from_the_exact_result(qtbot: QtBot) -> None:
    # The exact weight of b on c is 0.575975; the pencil's chain 2.121 → 8.339 ÷ 14.479 gives 0.576.
    shown = explain(shown_inspector(qtbot, by_hand(pencil=3)), "weights", 1, 2)
    assert "8.339" in shown
    assert "the exact result is 0.575975…, the pencil is 0.000025 above it" in shown


def test_without_pencil_no_distance_is_told(qtbot: QtBot) -> None:
    assert "pencil" not in explain(shown_inspector(qtbot, by_hand()), "weights", 1, 2)


def test_the_head_is_named_where_there_are_several(qtbot: QtBot) -> None:
    shown = explain(shown_inspector(qtbot, many_heads(2)), "weights", 1, 2, head=1)
    assert shown.splitlines()[1] == "head 2, row 2, column 3"


@pytest.mark.parametrize("name", ["concatenated", "output", "W_O"])
def test_cells_without_a_head_are_explained_too(qtbot: QtBot, name: str) -> None:
    shown = explain(shown_inspector(qtbot, many_heads(2)), name, 1, 2, head=None)
    assert "row 2, column 3" in shown.splitlines()[1]


@pytest.mark.parametrize("make", [cross, given_weights])
def test_other_kinds_of_input_are_explained_too(qtbot: QtBot, make: object) -> None:
    assert "looks at" in explain(shown_inspector(qtbot, make()), "weights", 1, 2)


def test_the_text_can_be_selected_and_copied(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector, "scores", 1, 2)
    inspector.text.setFocus()
    qtbot.keyClick(inspector.text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert "1·1 + 1·2 = 3" in inspector.text.textCursor().selection().toPlainText()


def test_the_keyboard_reaches_the_inspector_through_its_name(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    inspector.setFocus()
    assert inspector.text.hasFocus()
    assert inspector.accessibleName() == "Inspector"


def test_a_long_page_scrolls_and_does_not_shrink(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, causal(), 300, 240)
    explain(inspector, "weights", 2, 0)
    qtbot.waitUntil(lambda: inspector.verticalScrollBar().maximum() > 0)
    assert inspector.text.height() >= inspector.text.document().size().height()
    assert inspector.horizontalScrollBar().maximum() == 0


def test_the_same_page_is_not_written_again(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector, "scores", 0, 0)
    inspector.text.selectAll()
    inspector.session.edit("Edit", lambda scenario: set_cell(scenario, "W_V", 0, 0, 9.0))  # no part of a score
    assert inspector.text.textCursor().hasSelection()


def test_the_bars_are_left_out_while_the_board_shows_them(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    assert inspector.bars.isVisible()
    inspector.leave_out_bars(True)
    assert not inspector.bars.isVisible()


def test_the_inspector_follows_another_session(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    inspector.set_session(Session(causal(), inspector))
    assert "(1.340, 0.330)" in text(inspector)


def test_the_page_says_that_arrows_can_be_dragged_only_where_they_can(qtbot: QtBot) -> None:
    said = ["Drag the tip" in text(shown_inspector(qtbot, make())) for make in (turn_the_query, by_hand)]
    assert said == [True, False]


def test_another_number_is_read_from_its_beginning(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, causal(), 300, 240)
    explain(inspector, "weights", 2, 0)
    qtbot.waitUntil(lambda: inspector.verticalScrollBar().maximum() > 0)
    inspector.verticalScrollBar().setValue(100)
    explain(inspector, "weights", 2, 1)
    assert inspector.verticalScrollBar().value() == 0


def test_the_output_of_the_board_is_explained_by_its_mixture(qtbot: QtBot) -> None:
    # Curriculum, unit 2: the output of b is (1.720, 0.716)
    shown = explain(shown_inspector(qtbot, by_hand()), "output", 1, 0, head=None)
    assert "0.284…·2 + 0.140…·0 + 0.576…·2 = 1.720" in shown


def test_a_typed_number_says_what_it_is_and_what_it_feeds(qtbot: QtBot) -> None:
    shown = explain(shown_inspector(qtbot, by_hand()), "W_K", 0, 1, head=None)
    assert "It weighs column 1 of X in number 2 of all keys, and so feeds the scores." in shown
    assert shown.index("Given") < shown.rindex("1")


def test_another_query_than_the_hidden_one_waits_for_it(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(mask=Mask(custom=[[True] * 3, [False] * 3, [True] * 3])))
    inspector.session.select(query=0)
    assert "Softmax waits for query 2 “b”, which sees no key." in text(inspector)
    assert "No result" not in text(inspector)


def test_lines_break_before_a_sign_and_never_within_a_product(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, many_heads(2, width=8), 260, 700)  # no more products than are written out
    explain(inspector, "output", 1, 2, head=None)
    block = inspector.text.document().begin()
    begins = set()
    while block.isValid():
        words, layout = block.text(), block.layout()
        if "·" in words:
            begins |= {words[layout.lineAt(line).textStart()] for line in range(1, layout.lineCount())}
        block = block.next()
    assert "+" in begins
    assert begins <= {"+", "="}


def test_what_is_copied_has_no_marks_that_hold_lines_together(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector, "head_output", 1, 0)
    inspector.text.selectAll()
    assert "0.284…·2 + 0.140…·0" in inspector.text.createMimeDataFromSelection().text()


def test_a_long_name_is_shortened_in_the_heading_and_whole_on_hover(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(tokens=("Donaudampfschifffahrt", "b", "c")))
    heading = explain(inspector, "weights", 0, 1).splitlines()[0]
    assert heading == "Query 1 “Donaudampfschif…” looks at key 2 “b”: 0.198"
    assert "Donaudampfschifffahrt" in inspector.text.viewport().toolTip()


def test_the_concatenation_is_told_for_all_heads(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, many_heads(2))
    inspector.session.look(tab="concat")
    assert text(inspector).splitlines()[1] == "all heads, row 2"


def test_beside_the_concatenation_stands_the_row_of_the_output(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, many_heads(2))
    inspector.session.look(tab="concat")
    state = inspector.session.state
    shown = inspector.joined.figure
    assert isinstance(shown, Bars)
    assert np.array_equal(shown.values, state.trace.at("output")[state.selection.query])
    assert not inspector.vectors.isVisible()


def test_of_many_heads_the_bars_and_the_vectors_name_theirs(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, many_heads(6))
    inspector.session.select(head=2)
    titles = [view.figure.title for view in (inspector.bars, inspector.vectors) if view.figure is not None]
    assert titles == ["Head 3: query 2 looks at", "Head 3: output of query 2"]


def test_a_narrow_page_shortens_a_title_and_never_cuts_it(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    inspector, titles = shown_inspector(qtbot, many_heads(6), 220, 700), []
    inspector.session.look(text_size="large")
    monkeypatch.setattr(figure_view, "paint_figure", lambda _painter, _place, model, _look: titles.append(model.title))
    inspector.bars.grab()
    assert (titles, inspector.joined.isVisible()) == (["Head 1 looks at"], False)


def test_a_given_weight_shows_what_it_takes_of_its_value(qtbot: QtBot) -> None:
    shown = explain(shown_inspector(qtbot, preset("mixture")), "weights", 0, 2)
    assert "It is how much query 1 “blend” takes of key 3 “v3”." in shown
    assert "0.500 · (2, 1) = (1, 0.500)" in shown


@pytest.mark.parametrize("text_size", ["normal", "projector"])
def test_no_line_breaks_inside_a_word_or_before_a_closing_bracket(qtbot: QtBot, text_size: str) -> None:
    inspector = shown_inspector(qtbot, preset("trophy"), 230, 700)
    inspector.session.look(text_size=text_size)
    explain(inspector, "weights", 10, 2)
    block = inspector.text.document().begin()
    before = set()
    while block.isValid():
        words, layout = block.text(), block.layout()
        starts = (layout.lineAt(line).textStart() for line in range(1, layout.lineCount()))
        before |= {words[start - 1] for start in starts}
        assert all(
            layout.lineAt(line).naturalTextWidth() <= inspector.text.viewport().width()
            for line in range(layout.lineCount())
        )
        block = block.next()
    assert before - {MAY_BREAK} == {" "}  # a product that has no room goes on before its dot


def test_the_steps_follow_at_once_on_the_heading_of_a_computed_number(qtbot: QtBot) -> None:
    shown = explain(shown_inspector(qtbot, by_hand()), "weights", 1, 0).splitlines()
    assert shown[1:3] == ["row 2, column 1", "1  Dot product"]


def test_no_way_to_select_is_offered_where_there_is_a_problem(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(mask=Mask(custom=[[True] * 3, [False] * 3, [True] * 3])))
    assert "Click any number" not in text(inspector)

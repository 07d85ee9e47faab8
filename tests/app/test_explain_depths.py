"""One number explains itself in words, in numbers and as a formula, and leaves the window as text."""

from __future__ import annotations

import pytest
from explain_gestures import WEIGHT, edited, explain, text
from figure_scenarios import by_hand, click_cell, figure, plane_point, shown_inspector, shown_panel
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, trigger

from attnviz.app.explaining.explain_bar import LONG, SHORT
from attnviz.app.pipeline.text_switch import TextSwitch
from attnviz.app.settings import Settings
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell, Region
from attnviz.figures.formula_text import OBJECT
from attnviz.figures.view import Veil


@pytest.mark.parametrize("depth", ["words", "numbers", "formula"])
def test_a_click_on_a_depth_is_kept_in_the_view(qtbot: QtBot, depth: str) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    qtbot.mouseClick(inspector.findChild(TextSwitch, f"explain.{depth}"), Qt.MouseButton.LeftButton)
    assert inspector.session.state.view.depth == depth
    switches = {name: inspector.findChild(TextSwitch, f"explain.{name}") for name in ("words", "numbers", "formula")}
    assert [name for name, switch in switches.items() if switch.isChecked()] == [depth]


def test_the_depths_are_offered_only_for_a_selected_number(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    assert not inspector.explain.isVisible()
    explain(inspector.session, WEIGHT)
    assert inspector.explain.isVisible()


def test_words_are_sentences_with_token_names(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT, depth="words")
    assert "Query 2 “b” gives key 3 “c” a share" in text(inspector)
    assert "1·1" not in text(inspector)


def test_numbers_go_down_to_single_products(qtbot: QtBot) -> None:
    # Curriculum, unit 2: q₂ = (1, 1), k₃ = (1, 2), 3 ÷ √2 ≈ 2.121, e^… ≈ 8.342, sum ≈ 14.484, weight ≈ 0.576.
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT, depth="numbers")
    for piece in ("1·1 + 1·2 = 3", "3 ÷ √2 = 2.121…", "e^2.121… = 8.342…", "8.342… ÷ 14.484… = 0.576"):
        assert piece in text(inspector)


def test_formulas_are_set_and_not_shown_as_their_source(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT, depth="formula")
    written = inspector.text.document().toRawText()
    assert "\\frac" not in written
    assert written.count(OBJECT) >= 5
    assert "8.342… ÷ 14.484… = 0.576" in text(inspector)  # the numbers stay, with their links


def test_a_formula_never_reaches_beyond_the_page(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(), 260, 700)
    explain(inspector.session, WEIGHT, depth="formula")
    assert inspector.text.document().idealWidth() <= inspector.text.viewport().width()


def test_a_narrow_page_writes_the_button_short_and_a_wide_one_says_what_it_does(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(), 330, 700)
    explain(inspector.session, WEIGHT)
    assert inspector.explain.moves.text() == LONG
    inspector.session.look(text_size="projector")
    inspector.resize(220, 700)
    qtbot.waitUntil(lambda: inspector.explain.moves.text() == SHORT)
    inspector.resize(600, 700)
    qtbot.waitUntil(lambda: inspector.explain.moves.text() == LONG)
    assert inspector.explain.moves.accessibleName() == "What moves this number?"


def test_the_menu_changes_the_depth_too(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.select(cell=WEIGHT)
    trigger(window, "explain_formula")
    assert window.session.state.view.depth == "formula"
    assert find(window, "action.explain_formula", QAction).isChecked()


def test_a_click_on_a_number_explains_it(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    click_cell(qtbot, figure(panel, "scores"), 1, 2)
    assert panel.session.state.selection.cell == Cell("scores", 0, 1, 2)


def test_a_number_typed_in_a_pane_explains_itself_with_all_its_digits(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    inspector.session.edit("Edit", edited("X", 0, 0, 0.70710678118654))
    explain(inspector.session, Cell("X", None, 0, 0))
    assert "0.70710678118654" in text(inspector)
    assert "feeds its query, key and value" in text(inspector)


@pytest.mark.parametrize(
    ("kind", "pieces"),
    [
        ("text", ("Weights: query 2 “b” looks at key 3 “c”", "8.342… ÷ 14.484… = 0.576")),
        ("markdown", ("### Weights", "**Dot product**", "1·1 + 1·2 = 3")),
        ("latex", (r"\begin{enumerate}", r"\frac{8.342\ldots}{14.484\ldots} = 0.576")),
    ],
)
def test_the_explanation_is_copied(qtbot: QtBot, kind: str, pieces: tuple[str, ...]) -> None:
    window = opened(qtbot)
    window.session.select(cell=WEIGHT, query=1)
    trigger(window, f"copy_explanation_{kind}")
    copied = QGuiApplication.clipboard().text()
    assert all(piece in copied for piece in pieces)


def test_the_button_offers_the_same_three_ways_to_copy(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    names = [action.objectName() for action in inspector.explain.copies.actions()]
    assert names == ["explain.copy.text", "explain.copy.markdown", "explain.copy.latex"]
    inspector.explain.copies.actions()[0].trigger()
    assert "= 0.576" in QGuiApplication.clipboard().text()


def test_what_is_copied_leaves_out_no_product(qtbot: QtBot) -> None:
    window = opened(qtbot, "trophy")
    window.session.select(cell=Cell("scores", 0, 1, 2), query=1)
    trigger(window, "copy_explanation_text")
    assert "more product" not in QGuiApplication.clipboard().text()
    assert QGuiApplication.clipboard().text().count("·") == 32  # d_k of the trained head


def test_copying_needs_a_selected_number(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.select(cell=None)
    action = find(window, "action.copy_explanation_text", QAction)
    assert not action.isEnabled()
    assert "Select a number" in action.toolTip()


def test_a_veiled_number_is_not_told_at_any_depth(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    veil = Veil((Region("weights", 0, (1, 2), (0, 3)),))
    for depth in ("words", "numbers", "formula"):
        explain(inspector.session, WEIGHT, depth=depth, veil=veil)
        assert "0.576" not in text(inspector)
        assert "14.484" not in text(inspector)
        assert "?" in text(inspector)


def test_of_a_veiled_number_the_way_is_told_as_far_as_the_figures_show_it(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT, depth="numbers", veil=Veil((Region("weights", 0, (1, 2), (0, 3)),)))
    assert "3 ÷ √2 = 2.121…" in text(inspector)
    assert "8.342… ÷ ? = ?" in text(inspector)


def test_brackets_do_not_tell_the_sign_of_a_veiled_number(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    inspector.session.edit("Edit", edited("W_K", 1, 1, -2.0))  # key 3 becomes (1, −1)
    explain(inspector.session, Cell("scores", 0, 1, 2))
    assert "1·1 + 1·(−1) = 0" in text(inspector)
    inspector.session.look(veil=Veil((Region("keys", 0, (2, 3), (0, 2)),)))
    assert "1·? + 1·? = " in text(inspector)


def test_a_veiled_operand_is_not_told_and_neither_is_what_gives_it_away(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, Cell("weights", 0, 1, 2), veil=Veil((Region("scores", 0, (1, 2), (2, 3)),)))
    shown = text(inspector)
    assert "1·1 + 1·2 = ?" in shown
    assert "? ÷ √2 = 2.121…" in shown  # the figure shows 2.121 too


def test_a_sum_does_not_give_a_veiled_exponential_away(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT, veil=Veil((Region("exponentials", 0, (1, 2), (0, 1)),)))
    shown = text(inspector)
    assert "4.113" not in shown
    assert "14.484" not in shown
    assert "? + 2.028… + 8.342… = ?" in shown
    assert "8.342… ÷ ? = 0.576" in shown


def test_nothing_selected_tells_no_weight_of_a_veiled_row(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    inspector.session.look(veil=Veil((Region("weights", 0, (1, 2), (0, 3)), Region("head_output", 0, (1, 2), (0, 1)))))
    assert "0.576" not in text(inspector)
    assert "(?, 0.716)" in text(inspector)


def test_what_is_copied_keeps_veiled_numbers_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.select(cell=WEIGHT, query=1)
    window.session.look(veil=Veil((Region("weights", 0, (1, 2), (0, 3)),)))
    for kind in ("text", "markdown", "latex"):
        trigger(window, f"copy_explanation_{kind}")
        assert "0.576" not in QGuiApplication.clipboard().text()


def test_the_depth_is_the_same_in_another_document(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.look(depth="words")
    window.session.open(preset("one-query"))
    assert window.session.state.view.depth == "words"


def test_the_depth_is_remembered_for_the_next_time(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.look(depth="formula")
    window.close()
    assert Settings().view.depth == "formula"


def test_a_share_in_the_plane_of_vectors_explains_its_weight(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, preset("one-query"))
    inspector.session.edit("Move", edited("V", 1, 0, -4.0))  # value 2 leads away from all other arrows
    inspector.session.edit("Move", edited("V", 1, 1, -4.0))
    view = inspector.vectors
    share = next(arrow for arrow in view.figure.arrows if arrow.kind == "share" and arrow.index == 1)
    middle = (share.start[0] + share.tip[0]) / 2, (share.start[1] + share.tip[1]) / 2
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=plane_point(view, *middle))
    assert inspector.session.state.selection.cell == Cell("weights", 0, 0, 1)


def test_a_click_on_a_bar_explains_its_weight(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    click_cell(qtbot, inspector.bars, 1, 2)
    assert inspector.session.state.selection.cell == WEIGHT


def test_enter_on_a_figure_goes_to_the_arithmetic(qtbot: QtBot) -> None:
    window = opened(qtbot)
    view = find(window, "figure.scores")
    click_cell(qtbot, view, 1, 2)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert window.session.state.selection.cell == Cell("scores", 0, 1, 2)
    assert find(window, "inspector").isAncestorOf(QApplication.focusWidget())


def test_a_click_on_the_question_asks_what_moves_the_number(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.select(cell=WEIGHT, query=1)
    click(qtbot, window, "explain.moves")
    assert window.session.state.view.moves
    click(qtbot, window, "explain.moves")
    assert not window.session.state.view.moves

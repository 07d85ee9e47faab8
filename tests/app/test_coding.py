"""The code below the figures: it follows the scenario, and line and stage light each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QTextBlock
from PySide6.QtWidgets import QAbstractButton, QComboBox, QPlainTextEdit
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, trigger

from attnviz import load, save
from attnviz.app.coding.colouring import ROLES
from attnviz.app.coding.lines_shown import next_line
from attnviz.app.window import MainWindow
from attnviz.content.code.program import write_code, write_program
from attnviz.content.code.rows import CodeLine
from attnviz.engine.cells import Cell, Region
from attnviz.engine.edits import set_cell, set_mask
from attnviz.engine.tracing import trace
from attnviz.figures.theme import theme
from attnviz.figures.view import View


def listing(window: MainWindow) -> QPlainTextEdit:
    return find(window, "code.listing", QPlainTextEdit)


def block_with(window: MainWindow, start: str) -> QTextBlock:
    """The line of the program that begins so."""
    document = listing(window).document()
    blocks = (document.findBlockByNumber(place) for place in range(document.blockCount()))
    return next(block for block in blocks if block.text().lstrip().startswith(start))


def click_line(qtbot: QtBot, window: MainWindow, start: str) -> None:
    block, text = block_with(window, start), listing(window)
    text.go_to(block.blockNumber())
    box = text.blockBoundingGeometry(block).translated(text.contentOffset())
    place = QPoint(40, round(box.center().y()))
    qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)


def lit_names(window: MainWindow) -> tuple[str, ...]:
    return tuple(region.name for region in window.session.state.selection.lit)


def with_code(qtbot: QtBot, source: str | Path = "by-hand", language: int = 0, **answers: object) -> MainWindow:
    window = opened(qtbot, source, **answers)
    trigger(window, "code")
    find(window, "code.language", QComboBox).setCurrentIndex(language)
    return window


def test_the_code_stands_below_the_figures_and_goes_again(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "code")
    assert find(window, "code").isVisible()
    assert find(window, "action.code", QAction).isChecked()
    click(qtbot, window, "code.close")
    assert not find(window, "code").isVisible()
    assert not find(window, "action.code", QAction).isChecked()


@pytest.mark.parametrize(("place", "language"), [(0, "numpy"), (1, "torch"), (2, "torch-sdpa")])
def test_each_language_shows_what_the_writer_writes(qtbot: QtBot, place: int, language: str) -> None:
    window = with_code(qtbot, "two-heads", place)
    shown, written = listing(window).toPlainText().split("\n"), write_code(load("two-heads"), language).split("\n")
    assert [line for line in shown if line not in written] == [
        line for line in shown if line.startswith(("X =", "W_Q =", "W_K =", "W_V =", "W_O ="))
    ]
    assert len(shown) < len(written) - 20


def test_the_keyboard_goes_back_to_where_it_was_before_the_code_came(qtbot: QtBot) -> None:
    window = opened(qtbot)
    find(window, "pane.W_K").setFocus()
    trigger(window, "code")
    assert window.focusWidget() is listing(window)
    trigger(window, "code")
    assert window.focusWidget() is find(window, "pane.W_K")


def test_the_numbers_of_an_input_are_folded_to_its_shape(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    assert block_with(window, "X =").text() == "X = np.array(…)    # (T, d_model) = (3, 2)"


def test_the_code_follows_an_edit_and_keeps_its_place(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    listing(window).go_to(20)
    window.session.edit("edit", lambda scenario: replace(scenario, scale=0.25))
    assert "scaled = scores * 0.25" in listing(window).toPlainText()
    assert listing(window).line == 20


def test_copying_follows_an_edit_of_what_the_panel_folds(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    window.session.edit("edit", lambda scenario: set_cell(scenario, "X", 0, 0, 7.5))
    click(qtbot, window, "code.copy")
    assert "    [7.5, 0.0],\n" in QGuiApplication.clipboard().text()


def test_the_code_follows_a_mask(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    window.session.edit("edit", lambda scenario: set_mask(scenario, causal=True))
    assert "allowed = np.tri(T, S, dtype=bool)" in listing(window).toPlainText()


def test_the_code_is_that_of_another_document_too(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    window.session.open(load("mixture"))
    assert "output = weights[0] @ V" in listing(window).toPlainText()


def test_a_click_on_a_line_lights_its_stage(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    click_line(qtbot, window, "scaled =")
    assert window.session.state.selection.lit == (Region("scaled", 0, (0, 3), (0, 3)),)
    assert window.session.state.view.focus == "scaled"


def test_a_line_of_an_input_lights_its_pane(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    click_line(qtbot, window, "W_Q =")
    assert window.session.state.selection.lit == (Region("W_Q", None, (0, 2), (0, 2)),)


def test_a_line_lights_the_stage_of_the_head_whose_tab_is_open(qtbot: QtBot) -> None:
    window = with_code(qtbot, "two-heads")
    window.session.select(head=1)
    click_line(qtbot, window, "scores =")
    assert window.session.state.selection.lit[0].head == 1


def test_the_line_that_does_everything_lights_everything(qtbot: QtBot) -> None:
    window = with_code(qtbot, language=2)
    click_line(qtbot, window, "head_output =")
    assert {"scores", "scaled", "masked", "exponentials", "weights", "output"} <= set(lit_names(window))


def test_the_heads_side_by_side_open_their_tab_and_the_scores_lead_back(qtbot: QtBot) -> None:
    window = with_code(qtbot, "two-heads", 1)
    click_line(qtbot, window, "concatenated =")
    assert window.session.state.view.tab == "concat"
    click_line(qtbot, window, "scores =")
    assert window.session.state.view.tab == "head"


def test_a_line_that_computes_nothing_lights_nothing(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    click_line(qtbot, window, "scores =")
    click_line(qtbot, window, "import numpy")
    assert window.session.state.selection.lit == ()


def test_steps_go_from_the_first_line_that_computes_to_the_output(qtbot: QtBot) -> None:
    window = opened(qtbot)
    seen = []
    for _ in range(8):
        trigger(window, "code_next")
        seen.append(lit_names(window)[0])
    assert seen == ["queries", "keys", "values", "scores", "scaled", "exponentials", "weights", "head_output"]
    trigger(window, "code_next")
    assert lit_names(window)[-1] == "output"
    trigger(window, "code_previous")
    assert lit_names(window) == ("weights",)


def test_f10_steps_wherever_the_keyboard_is(qtbot: QtBot) -> None:
    window = opened(qtbot)
    qtbot.keyClick(window, Qt.Key.Key_F10)
    assert lit_names(window) == ("queries",)
    qtbot.keyClick(window, Qt.Key.Key_F10)
    qtbot.keyClick(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ControlModifier)
    assert lit_names(window) == ("queries",)


def test_arrow_keys_walk_through_the_lines(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    click_line(qtbot, window, "Q =")
    qtbot.keyClick(listing(window), Qt.Key.Key_Down)
    assert lit_names(window) == ("keys",)


def test_a_selected_number_lights_the_line_that_computes_it(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    window.session.select(cell=Cell("weights", 0, 1, 2))
    place = listing(window).textCursor().block().text()
    assert place.startswith("weights = exponentials / ")
    assert len(listing(window).extraSelections()) == 1


def test_a_stage_that_changes_nothing_lights_the_line_before(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    window.session.select(cell=Cell("masked", 0, 1, 2))
    assert listing(window).textCursor().block().text().startswith("scaled = ")


def test_a_number_selected_after_a_step_puts_the_steps_light_out(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    click_line(qtbot, window, "scores =")
    window.session.select(cell=Cell("weights", 0, 1, 2))
    qtbot.waitUntil(lambda: window.session.state.selection.lit == ())


def test_closing_the_code_puts_its_light_out(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    click_line(qtbot, window, "scores =")
    trigger(window, "code")
    assert window.session.state.selection.lit == ()


def test_the_note_tells_of_the_stage_with_its_formula(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    click_line(qtbot, window, "scaled =")
    words = [label.text() for label in find(window, "code.note").children() if hasattr(label, "text")]
    assert words[:2] == ["Scaled", "scores ÷ √2  ·  3×3"]


def test_the_note_tells_of_a_penalty_by_distance(qtbot: QtBot) -> None:
    window = with_code(qtbot, "alibi")
    click_line(qtbot, window, "slopes =")
    words = [label.text() for label in find(window, "code.note").children() if hasattr(label, "text")]
    assert words[1] == "0.693… × (key − query)  ·  4×4"


def test_what_a_language_cannot_do_is_said_in_place_of_the_program(qtbot: QtBot, tmp_path: Path) -> None:
    save(replace(load("by-hand"), softcap=5.0), tmp_path / "capped.attn")
    window = with_code(qtbot, tmp_path / "capped.attn", 2)
    assert "cannot cap scores" in listing(window).toPlainText()
    assert not find(window, "code.copy", QAbstractButton).isEnabled()
    find(window, "code.language", QComboBox).setCurrentIndex(1)
    assert find(window, "code.copy", QAbstractButton).isEnabled()


def test_a_hidden_row_is_said_in_place_of_the_program_until_it_is_mended(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    window.session.edit("hide", lambda scenario: set_mask(scenario, padding=(0, 1, 2)))
    assert listing(window).toPlainText().startswith("# Query 1 “a” sees no key.")
    window.session.undo_stack.undo()
    assert "scores = Q @ K.T" in listing(window).toPlainText()


def test_copying_takes_the_whole_program_whose_numbers_the_panel_leaves_out(qtbot: QtBot) -> None:
    window = with_code(qtbot, "trophy")
    assert len(listing(window).toPlainText()) < 10_000
    click(qtbot, window, "code.copy")
    assert QGuiApplication.clipboard().text() == write_code(load("trophy"), "numpy")


def test_saving_writes_the_whole_program(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    window = with_code(qtbot, file_to_save=path)
    click(qtbot, window, "code.save")
    assert path.read_text(encoding="utf-8") == write_code(load("by-hand"), "numpy")


def test_a_lesson_keeps_its_place_and_says_so(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.start_lesson("by-hand")
    trigger(window, "code")
    assert "Leave it first" in find(window, "message.text").text()
    assert not find(window, "action.code", QAction).isChecked()


def test_the_code_comes_back_with_the_document_after_a_laboratory(qtbot: QtBot) -> None:
    window = with_code(qtbot)
    window.show_lab("masks")
    assert not find(window, "code").isVisible()
    window.show_document()
    assert find(window, "code").isVisible()


@pytest.mark.parametrize("name", ["language", "previous", "next", "copy", "save", "close", "listing"])
def test_every_control_has_a_name_that_is_read_aloud(qtbot: QtBot, name: str) -> None:
    window = with_code(qtbot)
    assert find(window, f"code.{name}").accessibleName()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_names_have_the_colours_of_their_roles(qtbot: QtBot, name: str) -> None:
    window = opened(qtbot, view=View(theme=name))
    trigger(window, "code")
    block = block_with(window, "Q = X @ W_Q")
    first = block.layout().formats()[0]
    assert (first.start, first.length) == (0, 1)
    assert first.format.foreground().color() == theme(name).role("queries")


def test_the_names_of_the_paper_have_roles() -> None:
    assert (ROLES["Q"], ROLES["W_K"], ROLES["v"], ROLES["output"]) == ("queries", "keys", "values", "output")


def test_what_is_given_is_no_step() -> None:
    lines = tuple(CodeLine("", (name,)) for name in ("X", "W_Q", "queries", "V", "weights"))
    assert next_line(lines, -1, 1) == 2
    assert next_line(lines, 2, 1) == 4
    assert next_line(lines, 2, -1) is None


def test_each_stage_of_a_scenario_is_lit_by_some_line() -> None:
    traced = trace(load("two-heads"))
    for language in ("numpy", "torch", "torch-sdpa"):
        made = {stage for line in write_program(traced, language).lines for stage in line.stages}
        assert set(traced.stages) - {"masked"} <= made  # nothing is hidden: masked is scaled

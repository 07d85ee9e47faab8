"""Typing into veiled cells of the figures: what opens the line, what becomes of the answer, where it goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from figure_scenarios import by_hand, shown_panel
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from attnviz.app.pipeline.answer_editor import AnswerEditor
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.engine.cells import Cell, Region
from attnviz.figures.theme import theme
from attnviz.figures.view import Veil

FIRST = Cell("weights", 0, 1, 0)


@pytest.fixture
def panel(qtbot: QtBot) -> PipelinePanel:
    """Unit 2 with the weights of row 2 and the output of row 2 to be predicted, the first of them selected."""
    shown = shown_panel(qtbot, by_hand(), 900, 800)
    veil = Veil((Region("weights", 0, (1, 2), (0, 3)), Region("output", None, (1, 2), (0, 2))))
    shown.session.look(veil=veil, layout="board")
    shown.session.select(cell=FIRST)
    figure(shown, "weights").setFocus()
    return shown


def figure(panel: PipelinePanel, name: str) -> FigureView:
    """The view of that stage."""
    return next(view for view in panel.area.shown_views() if view.name == name)


def editor(panel: PipelinePanel) -> AnswerEditor | None:
    """The open line, if one is."""
    return next((line for line in panel.findChildren(AnswerEditor, "answer") if line.isVisible()), None)


def open_editor(panel: PipelinePanel) -> AnswerEditor:
    """The line that must be open."""
    line = editor(panel)
    assert line is not None
    return line


def entries(panel: PipelinePanel) -> list[tuple[str, int, str, str]]:
    """What was typed so far."""
    veil = panel.session.state.view.veil
    return [(entry.cell.name, entry.cell.column, entry.text, entry.verdict) for entry in veil.entries]


@pytest.mark.parametrize("key", ["0", "5", "-", "."])
def test_a_digit_a_minus_or_a_point_opens_the_line(panel: PipelinePanel, qtbot: QtBot, key: str) -> None:
    qtbot.keyClicks(figure(panel, "weights"), key)
    assert open_editor(panel).text() == key


def test_enter_opens_the_line_empty(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClick(figure(panel, "weights"), Qt.Key.Key_Return)
    assert open_editor(panel).text() == ""


def test_a_double_click_opens_the_line(panel: PipelinePanel, qtbot: QtBot) -> None:
    view = figure(panel, "weights")
    place = view.cell_rect(1, 2)
    assert place is not None
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    assert open_editor(panel).accessibleName() == "Weights: query 2 “b” looks at key 3 “c”: your answer"


def test_a_shown_cell_opens_no_line(panel: PipelinePanel, qtbot: QtBot) -> None:
    panel.session.select(cell=Cell("weights", 0, 0, 0))
    qtbot.keyClicks(figure(panel, "weights"), "5")
    assert editor(panel) is None


def test_enter_judges_and_goes_on_to_the_next_cell(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "0")
    qtbot.keyClicks(open_editor(panel), ".284")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Return)
    assert entries(panel) == [("weights", 0, "0.284", "right")]
    assert panel.session.state.selection.cell == Cell("weights", 0, 1, 1)
    assert open_editor(panel).text() == ""


def test_from_the_last_cell_of_a_figure_it_goes_on_in_the_next(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "0")
    for answer in (".284", "0.14", "0.576"):
        qtbot.keyClicks(open_editor(panel), answer)
        qtbot.keyClick(open_editor(panel), Qt.Key.Key_Return)
    assert open_editor(panel).parentWidget() is figure(panel, "output")


def test_after_the_last_answer_the_line_is_gone_and_the_figure_has_the_keys(panel: PipelinePanel, qtbot: QtBot) -> None:
    panel.session.look(veil=Veil((Region("weights", 0, (1, 2), (2, 3)),)))
    panel.session.select(cell=Cell("weights", 0, 1, 2))
    qtbot.keyClicks(figure(panel, "weights"), "0")
    qtbot.keyClicks(open_editor(panel), ".576")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Return)
    assert editor(panel) is None
    assert panel.window().focusWidget() is figure(panel, "weights")


def test_a_wrong_answer_is_told_with_its_reason(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "4")
    qtbot.keyClicks(open_editor(panel), ".113")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Return)
    entry = panel.session.state.view.veil.entries[0]
    assert (entry.verdict, entry.note) == ("wrong", "This is the exponential: divide it by the row's sum.")


def test_at_the_first_wrong_answer_the_line_stays_open_with_the_reason(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "9")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Return)
    line = open_editor(panel)
    assert panel.session.state.selection.cell == FIRST
    assert (line.selectedText(), line.accessibleDescription()) == ("9", "query b, key a: 9 is too high.")


def test_a_second_wrong_answer_goes_on(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "9")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Return)
    qtbot.keyClicks(open_editor(panel), "8")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Return)
    assert panel.session.state.selection.cell == Cell("weights", 0, 1, 1)
    assert entries(panel) == [("weights", 0, "8", "wrong")]


def test_the_line_is_as_wide_as_its_cell(panel: PipelinePanel, qtbot: QtBot) -> None:
    view = figure(panel, "weights")
    qtbot.keyClicks(view, "9")
    place = view.cell_rect(FIRST.row, FIRST.column)
    assert place is not None
    line = open_editor(panel).geometry()
    assert abs(line.left() - place.left()) <= 1
    assert abs(line.width() - place.width()) <= 2


def test_escape_leaves_without_an_answer(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "5")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Escape)
    assert (editor(panel), entries(panel)) == (None, [])


def test_tab_commits_and_moves_on_and_shift_tab_goes_back(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "9")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Tab)
    assert panel.session.state.selection.cell == Cell("weights", 0, 1, 1)
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Backtab)
    assert (panel.session.state.selection.cell, open_editor(panel).text()) == (FIRST, "9")


def test_words_stay_in_the_line_with_a_reason(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "5")
    qtbot.keyClicks(open_editor(panel), " apples")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Return)
    assert open_editor(panel).accessibleDescription() != ""
    assert entries(panel) == []


def test_an_emptied_answer_is_asked_again(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "9")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Tab)
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Backtab)
    open_editor(panel).clear()
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Return)
    assert entries(panel) == []


def test_answers_do_not_touch_the_document(panel: PipelinePanel, qtbot: QtBot) -> None:
    before = panel.session.state.scenario
    qtbot.keyClicks(figure(panel, "weights"), "9")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Return)
    assert panel.session.state.scenario is before
    assert not panel.session.undo_stack.canUndo()


def test_the_line_goes_when_the_veil_is_lifted(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "9")
    panel.session.look(veil=Veil())
    assert editor(panel) is None


def test_what_is_not_reached_yet_takes_no_answer(panel: PipelinePanel, qtbot: QtBot) -> None:
    veil = panel.session.state.view.veil
    panel.session.look(veil=replace(veil, regions=(), unseen=veil.regions))
    qtbot.keyClicks(figure(panel, "weights"), "9")
    assert editor(panel) is None


def test_a_screen_reader_does_not_hear_a_veiled_number(panel: PipelinePanel) -> None:
    assert figure(panel, "weights").spoken_value() == (
        "query 2 “b” looks at key 1 “a”: not shown: type what you expect"
    )


def test_a_bar_shows_the_answer_of_its_weight(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "9")
    qtbot.keyClick(open_editor(panel), Qt.Key.Key_Return)
    bars = figure(panel, "bars").figure
    assert bars is not None
    assert bars.texts[0] == "9"  # type: ignore[union-attr]


def test_letters_that_begin_a_function_open_the_line_too(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "e")
    qtbot.keyClicks(open_editor(panel), "xp(1)")
    assert open_editor(panel).text() == "exp(1)"


def test_in_a_high_and_narrow_cell_the_line_covers_no_other(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.resize(400, 400)
    line = AnswerEditor(holder)
    line.put(QRectF(100, 100, 74, 61), theme("light", "normal"))
    assert line.width() <= 75


def test_a_line_is_closed_though_its_figure_is_out_of_sight(panel: PipelinePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(figure(panel, "weights"), "5")
    panel.session.look(layout="focus", focus="queries")
    assert editor(panel) is None
    panel.session.look(veil=Veil())
    panel.session.look(layout="board")
    assert figure(panel, "weights").isVisible()
    assert editor(panel) is None

"""The figures of an exercise: its own tables stand in front, large, and tell nothing of what is asked for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.inspection.page_heights import no_weights_yet
from attnviz.app.pipeline.answer_editor import AnswerEditor
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.practice.panel import PracticePanel
from attnviz.app.practice.player import Practice
from attnviz.content.practice.kinds import KINDS
from attnviz.content.presets import preset
from attnviz.figures.board import place
from attnviz.figures.compose_exercise import exercise_of
from attnviz.figures.compose_heatmap import heatmap_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import theme

IN_CELLS = [kind.name for kind in KINDS if kind.name not in ("shape", "parameters")]


def practising(kind: str) -> Practice:
    practice = Practice(7)
    practice.choose((kind,))
    practice.begin(preset("by-hand"))
    return practice


@pytest.mark.parametrize("kind", IN_CELLS)
def test_an_exercises_own_tables_are_in_front_with_the_cursor_in_the_first_cell(qtbot: QtBot, kind: str) -> None:
    window = opened(qtbot)
    window.session.look(text_size="projector")
    window.start_practice()
    panel = window.findChild(PracticePanel, "practice")
    assert panel is not None
    panel.practice.choose((kind,))
    made = panel.practice.exercise
    qtbot.waitUntil(lambda: any(one.isVisible() for one in window.findChildren(AnswerEditor)))
    views = [view for view in window.findChildren(FigureView) if view.isVisible()]
    shown = {view.figure.key for view in views if isinstance(view.figure, Heatmap)}
    line = next(one for one in window.findChildren(AnswerEditor) if one.isVisible())
    asked_in = next(view.figure for view in views if view.isAncestorOf(line))
    assert {*made.given, made.cells[0].name} <= shown
    assert isinstance(asked_in, Heatmap)
    assert (asked_in.key, asked_in.cursor) == (made.cells[0].name, (made.cells[0].row, made.cells[0].column))


@pytest.mark.parametrize("turns", [1, 4])
def test_practice_that_is_left_at_once_opens_no_line_on_the_document(qtbot: QtBot, turns: int) -> None:
    window = opened(qtbot)
    window.start_practice()
    panel = find(window, "practice")
    panel.practice.choose(("weight",))
    asked = panel.practice.exercise.cells[0]
    window.document.session.select(cell=asked, query=asked.row)
    for _ in range(turns):
        QApplication.processEvents()
    window.show_document()
    qtbot.waitUntil(lambda: window.updatesEnabled() and not panel._keyboard.waits)
    assert all(line.isHidden() for line in window.findChildren(AnswerEditor))


def test_two_heads_are_joined_from_tables_that_show_their_numbers(qapp: object) -> None:
    state = practising("concatenation").session.state
    figure = exercise_of(state.view.focus, state.trace, state.selection, state.view)
    outputs = [panel for panel in figure.panels if isinstance(panel, Heatmap) and panel.key == "head_output"]
    assert [panel.title for panel in outputs] == ["Head 1", "Head 2"]
    assert all(panel.face is not None and panel.face.cover is None for panel in outputs)


def test_what_veiled_rows_sum_to_is_not_told(qapp: object) -> None:
    state = practising("weight").session.state
    assert "sum" not in heatmap_of("weights", state.trace, state.selection, state.view).formula


def test_no_bars_are_named_while_all_weights_are_kept_back(qapp: object) -> None:
    assert no_weights_yet(practising("score").session.state)
    assert not no_weights_yet(practising("output").session.state)


@pytest.mark.parametrize(
    ("size", "room"),
    [
        ("normal", (700, 450)),
        ("large", (660, 431)),
        ("large", (690, 431)),
        ("large", (720, 450)),
        ("projector", (795, 450)),
    ],
)
def test_what_is_asked_for_stands_beside_what_it_comes_from_and_under_its_formula(
    qapp: object, size: str, room: tuple[int, int]
) -> None:
    state = practising("projection").session.state
    figure = exercise_of(state.view.focus, state.trace, state.selection, state.view)
    placed = place(figure, QRectF(0, 0, *room), theme("light", size, 768))  # type: ignore[arg-type]
    assert [panel.rect.top() for panel in placed] == [placed[0].rect.top()] * 3  # X, its projection, the product
    asked = placed[-1].figure
    assert isinstance(asked, Heatmap)
    assert asked.fit is not None
    assert asked.words[asked.fit.words].endswith(("X W_Q", "X W_K", "X W_V"))

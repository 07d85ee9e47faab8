"""Something is pinned, and later the present numbers are seen beside it or as what was added since."""

from __future__ import annotations

from dataclasses import replace

import pytest
from explain_gestures import WEIGHT, edited, explain, text
from figure_scenarios import by_hand, click_cell, figure, middle_of, shown_inspector
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.dialogs.export_choice import as_shown
from attnviz.app.explaining.pinned_view import PinnedView
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.app.window import MainWindow
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell, Region
from attnviz.engine.edits import insert, remove, set_cell, set_mask
from attnviz.figures.bars import Bars
from attnviz.figures.board import Board
from attnviz.figures.comparison import Comparison
from attnviz.figures.heatmap import Heatmap


def pinned(qtbot: QtBot, source: str = "by-hand", **looks: object) -> MainWindow:
    """A window in which unit 2 was pinned and then got the causal mask of unit 7."""
    window = opened(qtbot, source)
    window.session.look(**{"layout": "board", **looks})
    trigger(window, "pin")
    window.session.edit("Causal", lambda scenario: set_mask(scenario, causal=True))
    return window


def names(window: MainWindow) -> tuple[str, ...]:
    area = find(window, "pipeline", PipelinePanel).area
    return tuple(view.name for view in area.shown_views())


def titles(window: MainWindow) -> list[str]:
    area = find(window, "pipeline", PipelinePanel).area
    return [board.title for _, board in area._titled]


def values(window: MainWindow, name: str) -> list[float]:
    shown = figure(window, name).figure
    assert isinstance(shown, Heatmap)
    assert shown.values is not None
    return [float(number) for number in shown.values[1]]


def test_pinning_keeps_the_numbers_of_now(qtbot: QtBot) -> None:
    window = pinned(qtbot)
    assert window.session.state.pinned is not None
    assert window.session.state.pinned.weights[0, 1].round(3).tolist() == [0.284, 0.140, 0.576]


def test_side_by_side_shows_both_boards_under_their_names(qtbot: QtBot) -> None:
    window = pinned(qtbot)
    trigger(window, "compare_side")
    assert titles(window) == ["Pinned", "Now"]
    assert {"weights", "pinned.weights", "output", "pinned.output", "bars", "pinned.bars"} <= set(names(window))
    # Curriculum, units 2 and 7.
    assert values(window, "pinned.weights") == pytest.approx([0.283995, 0.140029, 0.575975], abs=2e-6)
    assert values(window, "weights") == pytest.approx([0.669762, 0.330238, 0.0], abs=2e-6)


def test_the_pinned_ones_stand_on_the_left(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="side")
    left, right = figure(window, "pinned.weights"), figure(window, "weights")
    assert left.geometry().right() < right.geometry().left()
    assert left.geometry().top() == right.geometry().top()


def test_in_focus_the_one_stage_is_compared(qtbot: QtBot) -> None:
    window = pinned(qtbot, layout="focus", focus="scores")
    trigger(window, "compare_side")
    assert names(window) == ("pinned.scores", "scores")
    assert titles(window) == ["Pinned", "Now"]


def test_all_heads_are_compared_too(qtbot: QtBot) -> None:
    window = pinned(qtbot, "two-heads", tab="heads")
    trigger(window, "compare_side")
    assert names(window) == ("pinned.heads.1", "pinned.heads.2", "heads.1", "heads.2")


def test_differences_are_now_less_pinned(qtbot: QtBot) -> None:
    window = pinned(qtbot)
    trigger(window, "compare_difference")
    assert titles(window) == ["Now − pinned"]
    assert values(window, "weights") == pytest.approx([0.385767, 0.190209, -0.575975], abs=2e-6)
    assert "now − pinned" in figure(window, "weights").figure.subtitle


def test_hovering_a_difference_tells_both_numbers(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="difference")
    view = figure(window, "weights")
    assert "pinned: 0.284 → 0.670 (+0.386)" in view.tooltip_at(QPointF(middle_of(view, 1, 0)))


def test_hovering_a_pinned_number_tells_that_number(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="side")
    view = figure(window, "pinned.weights")
    assert isinstance(view, PinnedView)
    told = view.tooltip_at(QPointF(middle_of(view, 1, 2)))
    assert told.startswith("Pinned: query 2 “b” looks at key 3 “c”: 0.5759")


def test_a_click_on_a_pinned_number_selects_its_twin(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="side")
    click_cell(qtbot, figure(window, "pinned.weights"), 1, 2)
    assert window.session.state.selection.cell == WEIGHT
    assert window.session.state.selection.query == 1


def test_a_click_on_a_pinned_number_paints_no_mask(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="side", paint_mask=True)
    before = window.session.state.scenario
    click_cell(qtbot, figure(window, "pinned.weights"), 1, 0)
    assert window.session.state.scenario is before


def test_the_inspector_tells_what_became_of_the_selected_number(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    inspector.session.pin()
    inspector.session.edit("Edit", edited("W_K", 1, 1, 2.0))
    explain(inspector.session, WEIGHT, compare="side")
    assert "Since it was pinned" in text(inspector)
    assert "0.576 → 0.673 (+0.097)" in text(inspector)


def test_the_message_bar_says_what_moved_since(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="difference")
    message = find(window, "message").message
    assert message.text == (
        "Compared with what was pinned: The mask changed: 4 of 6 output numbers moved, 6 of 9 weights, no score."
    )


def test_other_sizes_are_told_in_words(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.look(layout="board")
    trigger(window, "pin")
    window.session.edit("Remove", lambda scenario: remove(scenario, "T", 2))
    trigger(window, "compare_difference")
    shown = figure(window, "weights").figure
    assert shown.face is None
    assert shown.dim_reason == "The pinned one is 3×3, this one 2×2: no cell has a twin."


@pytest.mark.parametrize("compare", ["side", "difference"])
def test_a_stage_that_was_not_pinned_is_compared_with_no_other(qtbot: QtBot, compare: str) -> None:
    window = opened(qtbot)
    trigger(window, "pin")
    window.session.edit("Cap", lambda scenario: replace(scenario, softcap=5.0))
    window.session.look(layout="focus", focus="capped", compare=compare)
    shown = figure(window, "pinned.capped" if compare == "side" else "capped").figure
    assert shown.face is None
    assert shown.dim_reason == "Not in the pinned one."


def test_unpinning_ends_the_comparison(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="side")
    trigger(window, "unpin")
    assert window.session.state.pinned is None
    assert window.session.state.view.compare == "off"
    assert "pinned.weights" not in names(window)


def test_esc_ends_the_comparison_and_keeps_the_pin(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="side")
    figure(window, "weights").setFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert window.session.state.view.compare == "off"
    assert window.session.state.pinned is not None


def test_choosing_a_comparison_again_ends_it(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="difference")
    assert find(window, "action.compare_difference", QAction).isChecked()
    trigger(window, "compare_difference")
    assert window.session.state.view.compare == "off"


def test_without_a_pin_comparing_says_what_it_needs(qtbot: QtBot) -> None:
    window = opened(qtbot)
    for name in ("compare_side", "compare_difference", "unpin"):
        action = find(window, f"action.{name}", QAction)
        assert not action.isEnabled()
        assert action.toolTip() == "Nothing is pinned. Choose Pin This to Compare first."


@pytest.mark.parametrize("compare", ["side", "difference"])
def test_what_is_exported_is_what_is_shown(qtbot: QtBot, compare: str) -> None:
    window = pinned(qtbot, compare=compare)
    state = window.session.state
    exported = as_shown(state, "board", {}).figure_of(state)
    if compare == "side":
        assert isinstance(exported, Comparison)
        assert (exported.left.title, exported.right.title) == ("Pinned", "Now")
    else:
        assert isinstance(exported, Board)
        weights = next(panel for panel in exported.panels if panel.key == "weights")
        assert weights.values[1].tolist() == pytest.approx([0.385767, 0.190209, -0.575975], abs=2e-6)


def test_the_comparison_is_copied_as_a_picture(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="side")
    trigger(window, "copy_figure")
    copied = QGuiApplication.clipboard().image()
    window.session.look(compare="off")
    trigger(window, "copy_figure")
    assert copied.width() > 1.5 * QGuiApplication.clipboard().image().width()


def test_edits_go_on_beside_the_pinned_figure(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="side")
    window.session.edit("Edit", edited("X", 1, 1, 2.0))
    assert values(window, "pinned.weights") == pytest.approx([0.283995, 0.140029, 0.575975], abs=2e-6)
    assert values(window, "weights") != pytest.approx([0.669762, 0.330238, 0.0], abs=2e-6)


def test_another_document_is_not_compared_at_once(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="side")
    window.session.open(preset("one-query"))
    assert window.session.state.view.compare == "off"


def test_keys_walk_in_the_pinned_figure_as_in_any(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="side")
    view = figure(window, "pinned.weights")
    click_cell(qtbot, view, 1, 1)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert window.session.state.selection.cell == Cell("weights", 0, 1, 1)


def test_twins_stand_at_the_same_place_of_both_sides(qtbot: QtBot) -> None:
    window = opened(qtbot, "by-hand")
    window.session.look(layout="board")
    trigger(window, "pin")
    window.session.edit("W_K", lambda scenario: set_cell(scenario, "W_K", 0, 0, 3))
    trigger(window, "compare_side")
    present = [name for name in names(window) if not name.startswith("pinned.")]
    places = {name: figure(window, name).geometry() for name in names(window)}
    apart = {places[name].topLeft() - places[f"pinned.{name}"].topLeft() for name in present}
    sizes = {name: (cell_size(window, name), cell_size(window, f"pinned.{name}")) for name in present if name != "bars"}
    assert len({(point.x(), point.y()) for point in apart}) == 1
    assert all(now == then for now, then in sizes.values())


def test_what_moved_since_is_marked_in_the_present_side_alone(qtbot: QtBot) -> None:
    window = pinned(qtbot, compare="side")
    now, then = figure(window, "weights").figure, figure(window, "pinned.weights").figure
    assert isinstance(now, Heatmap)
    assert isinstance(then, Heatmap)
    assert now.changes is not None
    assert now.changes.rows == [[True, True, True], [True, True, True], [False, False, False]]
    assert then.changes is None


def cell_size(window: MainWindow, name: str) -> tuple[float, float]:
    fit = getattr(figure(window, name).figure, "fit", None)
    return fit.cell_width, fit.cell_height


def test_a_number_that_the_smaller_pinned_board_lacks_marks_nothing_there(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.look(layout="board")
    trigger(window, "pin")
    window.session.edit("Insert token", lambda scenario: insert(scenario, "T", 3))
    window.session.look(compare="side")
    window.session.select(cell=Cell("weights", 0, 3, 3), query=3)
    QApplication.processEvents()
    views = find(window, "pipeline", PipelinePanel).area.findChildren(PinnedView)
    maps = [view.figure for view in views if isinstance(view.figure, Heatmap)]
    assert maps
    assert all(each.cursor is None for each in maps)


def test_bars_of_differences_in_a_narrow_page_say_what_they_are(qtbot: QtBot) -> None:
    window = pinned(qtbot, "trophy", layout="focus", text_size="projector")
    trigger(window, "compare_difference")
    bars = find(window, "inspector", Inspector).bars
    painted = bars._quiet
    assert isinstance(painted, Bars)
    assert "now − pinned" in painted.title or painted.title.startswith("Δ ")


def test_what_is_lit_beyond_the_pinned_numbers_is_lit_in_those_of_now_alone(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "pin")
    window.session.edit("Add a token", lambda scenario: insert(scenario, "T", 3))
    window.session.look(layout="focus", compare="side")
    window.session.select(lit=(Region("weights", 0, (3, 4), (0, 4)),))
    area = find(window, "pipeline", PipelinePanel).area
    area.grab()
    lit = {type(view): (3, 4) in [frame.rows for frame in view.figure.frames] for view in area.shown_views()[:2]}
    assert lit == {PinnedView: False, FigureView: True}

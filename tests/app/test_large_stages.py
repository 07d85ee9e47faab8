"""What stands in the middle where a scenario is large: one map in focus, thumbs below, all heads as they come."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest
from figure_scenarios import figure, shown_names, shown_panel
from large_maps import LONG, large, map_in, opened_large, point_of, settled, shown_large, viewport, weights, wheel
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from scripted import find, trigger

from attnviz import Direct, GivenWeights, Scenario
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.app.pipeline.stage_button import StageButton
from attnviz.engine.cells import Cell
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.picture import THUMB
from attnviz.figures.theme import theme


def given(count: int = 600) -> Scenario:
    """Given weights: each query looks at all keys alike, the second one at half of them."""
    numbers = np.full((2, count, count), 1 / count, dtype=np.float32)
    numbers[:, 1] *= 0.5
    return Scenario(GivenWeights(numbers))


def test_a_large_scenario_opens_with_its_weights_in_focus(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    assert shown_names(panel) == ("weights",)
    assert panel.focus.isChecked()


def test_the_board_rests_and_says_from_which_size_on(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    assert not panel.board.isEnabled()
    assert "up to 256 queries and keys" in panel.board.toolTip()
    panel.session.look(layout="board")
    assert shown_names(panel) == ("weights",)


def test_the_board_serves_again_for_a_small_scenario(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    panel.session.open(large(16))
    assert panel.board.isEnabled()
    assert "256" not in panel.board.toolTip()


def test_opening_composes_no_board(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a board was composed")

    for module in ("pipeline.figure_parts", "pipeline.board_judge", "room"):
        monkeypatch.setattr(f"attnviz.app.{module}.board_of", refuse)
    panel = shown_panel(qtbot, large())
    panel.session.look(text_size="projector")


def test_every_stage_has_a_thumb_below(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG))
    buttons = [button for button in panel.strip.findChildren(StageButton) if button.isVisible()]
    pictures = {button.objectName(): button.picture for button in buttons}
    assert all(isinstance(model, LargeMap) and model.picture is not None for model in pictures.values())
    assert max(max(model.picture.levels[0].shape) for model in pictures.values()) <= THUMB


def test_thumbs_are_composed_anew_for_another_head_and_not_for_another_number(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    qtbot.waitUntil(lambda: not panel.strip._turn.waits)
    panel.session.select(query=3, cell=Cell("weights", 0, 3, 2))
    assert not panel.strip._turn.waits
    panel.session.select(head=1)
    assert panel.strip._turn.waits


def test_all_heads_fill_in_as_they_are_ready(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG, heads=4))
    counts = []
    panel.session.changed.connect(
        lambda *_: counts.append(
            sum(map_in(view).picture is not None for view in panel.area.shown_views() if view.name.startswith("heads"))
        )
    )
    panel.session.look(tab="heads")
    settled(qtbot, panel)
    assert shown_names(panel) == ("heads.1", "heads.2", "heads.3", "heads.4")
    assert counts[-1] == 4
    assert counts == sorted(counts)


def test_all_heads_have_one_scale_with_true_ends(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    panel.session.look(tab="heads", colour_scale="linear")
    settled(qtbot, panel)
    maps = [map_in(view) for view in panel.area.shown_views()]
    largest = max(float(panel.session.state.trace.at("weights", head).max()) for head in range(2))
    assert [model.limits for model in maps] == [pytest.approx((0.0, largest))] * 2


def test_zooming_one_head_zooms_all(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    panel.session.look(tab="heads")
    settled(qtbot, panel)
    first = figure(panel, "heads.1")
    wheel(first, point_of(first, 300, 300), 480)
    assert {map_in(view).seen for view in panel.area.shown_views()} == {viewport(panel)}


def test_a_click_on_a_head_selects_it_and_a_double_click_opens_it(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    panel.session.look(tab="heads")
    settled(qtbot, panel)
    second = figure(panel, "heads.2")
    at = point_of(second, 400.5, 100.5).toPoint()
    qtbot.mouseClick(second, Qt.MouseButton.LeftButton, pos=at)
    assert panel.session.state.selection.head == 1
    assert panel.session.state.selection.cell.name == "weights"
    qtbot.mouseDClick(second, Qt.MouseButton.LeftButton, pos=at)
    assert (panel.session.state.view.tab, panel.session.state.selection.head) == ("head", 1)


def test_concatenation_and_output_are_maps_that_share_the_queries(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    panel.session.look(tab="concat")
    settled(qtbot, panel)
    view = figure(panel, "output")
    wheel(view, point_of(view, 300, 5), 480)
    rows = {map_in(figure(panel, name)).seen.seen_rows for name in ("concatenated", "output")}
    assert rows == {viewport(panel).seen_rows}


@pytest.mark.parametrize("name", ["making.scores", "making.output", "inputs", "bars", "vectors", "making.projections"])
def test_any_figure_can_stand_in_focus(qtbot: QtBot, name: str) -> None:
    panel = shown_large(qtbot, large(LONG))
    panel.session.look(layout="focus", focus=name)
    settled(qtbot, panel)
    views = panel.area.shown_views()
    assert views
    assert not any(getattr(view.figure, "dim_reason", "") for view in views)
    inside = panel.area.rect().adjusted(0, 0, 8, 8)
    assert all(inside.contains(view.geometry()) for view in views)


def test_given_weights_say_what_their_rows_sum_to(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, given())
    assert "rows sum to" in map_in(weights(panel)).formula
    assert "0.5" in map_in(weights(panel)).formula


def test_the_mask_is_painted_cell_by_cell_as_one_undo_step(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    panel.session.select(cell=Cell("weights", 0, 500, 100), query=500)
    view = weights(panel)
    for _ in range(18):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    panel.session.look(paint_mask=True)
    from figure_scenarios import drag

    drag(view, *(point_of(view, 500.5, column + 0.5).toPoint() for column in (100, 103)))
    settled(qtbot, panel)
    hidden = np.argwhere(~panel.session.state.scenario.mask.custom)
    assert hidden.tolist() == [[500, 100], [500, 101], [500, 102], [500, 103]]
    panel.session.undo_stack.undo()
    assert panel.session.state.scenario.mask.custom is None
    assert not panel.session.undo_stack.canUndo()


def test_float32_is_named_with_its_reason_and_float64_is_one_undoable_edit(qtbot: QtBot) -> None:
    window = opened_large(qtbot, large(LONG, dtype="float32"))
    button = find(window, "control.format", QToolButton)
    assert button.isVisible()
    assert "seven digits" in button.toolTip()
    assert "MB" in button.toolTip()
    trigger(window, "float64")
    settled(qtbot, window)
    assert window.session.state.scenario.dtype == "float64"
    assert window.session.state.trace.at("weights", 0).dtype == np.float64
    assert (button.isVisible(), button.text()) == (True, "float64")
    trigger(window, "undo")
    assert window.session.state.scenario.dtype == "float32"
    assert (button.isVisible(), button.text()) == (True, "float32")


def test_so_many_numbers_in_float64_say_what_float32_would_save(qtbot: QtBot) -> None:
    window = opened_large(qtbot, large(1024, dtype="float64"))
    button = find(window, "control.format", QToolButton)
    assert (button.isVisible(), button.text()) == (True, "float64")
    assert button.toolTip() == (
        "Numbers have sixteen digits: with 1024 × 1024 scores a head, each step takes 8 MB. "
        "In float32 it takes half: 4 MB."
    )


def test_a_small_example_is_not_asked_about_its_format(qtbot: QtBot) -> None:
    window = opened_large(qtbot, large(600, dtype="float64"))
    assert not find(window, "control.format", QToolButton).isVisible()


def test_every_new_control_has_a_name_for_screen_readers(qtbot: QtBot) -> None:
    window = opened_large(qtbot)
    for name in ("map.zoom_in", "map.zoom_out", "map.whole", "map.powers", "map.minimap", "control.format"):
        assert find(window, name, QWidget).accessibleName(), name
    assert isinstance(find(window, "map.whole"), QAbstractButton)


def test_the_menu_says_too_why_there_is_no_board(qtbot: QtBot) -> None:
    window = opened_large(qtbot)
    board = window.menus.commands["board"]
    assert not board.isEnabled()
    assert "256" in board.toolTip()


def test_esc_lets_the_selected_cell_go_where_there_is_no_board(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    panel.session.select(cell=Cell("weights", 0, 500, 100), query=500)
    qtbot.keyClick(weights(panel), Qt.Key.Key_Escape)
    assert panel.session.state.selection.cell is None
    assert shown_names(panel) == ("weights",)


def test_the_small_picture_of_weights_shows_which_keys_are_strong_rather_than_that_all_points_hold_a_strong_one(
    qtbot: QtBot,
) -> None:
    numbers = np.full((1, 600, 600), 1 / 1200, dtype=np.float32)
    numbers[..., 300] = 0.5 + 1 / 1200  # half of each row goes to one key
    panel = shown_large(qtbot, Scenario(GivenWeights(numbers)))
    button = panel.findChild(StageButton, "strip.weights")
    assert button is not None
    qtbot.waitUntil(lambda: button.picture is not None and button.picture.picture is not None)
    picture = button.picture
    assert isinstance(picture, LargeMap)
    entries = picture.scale.entries(np.array([1 / 1200, 0.5]), diverging=False)
    assert entries[0] < 5 < 250 < entries[1]


def small_picture(qtbot: QtBot, panel: PipelinePanel, stage: str) -> tuple[StageButton, LargeMap]:
    """The button of a stage once its numbers are there, with its picture."""
    button = panel.findChild(StageButton, f"strip.{stage}")
    assert button is not None
    qtbot.waitUntil(lambda: getattr(button.picture, "picture", None) is not None)
    assert isinstance(button.picture, LargeMap)
    return button, button.picture


@pytest.mark.parametrize(("stage", "strongest"), [("exponentials", 1), ("weights", 40)])
def test_small_pictures_tell_their_points_apart(qtbot: QtBot, stage: str, strongest: int) -> None:
    rng = np.random.default_rng(0)
    queries, keys = (rng.normal(size=(1024, 8)) for _ in range(2))
    queries[0] = strongest * keys[0]  # 40: all its weight, so that no other is seen on a scale that goes up evenly
    panel = shown_large(qtbot, Scenario(Direct(queries, keys, keys)))
    _, picture = small_picture(qtbot, panel, stage)
    numbers = queries @ keys.T / np.sqrt(8)
    numbers = np.exp(numbers)
    numbers = numbers / numbers.sum(axis=1, keepdims=True) if stage == "weights" else numbers
    blocks = numbers.reshape(64, 16, 64, 16).max(axis=(1, 3))  # what a point holds
    entries = picture.scale.entries(blocks, diverging=False)
    assert (entries.min() < 40, entries.max()) == (True, 255)
    assert 40 < np.median(entries) < 200


def test_the_small_picture_of_weights_shows_nothing_that_the_map_leaves_white(qtbot: QtBot) -> None:
    numbers = np.full((1, 600, 600), 1e-9, dtype=np.float32)
    numbers[0, np.arange(600), np.arange(600)] = 1
    panel = shown_large(qtbot, Scenario(GivenWeights(numbers)))
    _, picture = small_picture(qtbot, panel, "weights")
    large = weights(panel).figure
    assert isinstance(large, LargeMap)
    assert picture.limits == large.limits


def test_a_small_picture_in_which_all_is_0_has_an_outline(qtbot: QtBot) -> None:
    nothing = np.zeros((600, 8))
    panel = shown_large(qtbot, Scenario(Direct(nothing, nothing, nothing)))
    button, picture = small_picture(qtbot, panel, "scores")
    assert picture.picture is not None
    assert picture.picture.ends == (0, 0)
    image, place = button.grab().toImage(), button.picture_place()
    row = [image.pixelColor(x, round(place.center().y())).rgb() for x in range(image.width())]
    panel_colour, line = theme().palette.panel.rgb(), theme().palette.border.rgb()
    assert [colour for colour, _ in groupby(row)] == [panel_colour, line, panel_colour, line, panel_colour]

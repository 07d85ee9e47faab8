"""The board, focus, all heads and the concatenation show what the state says, and paint only what changed."""

from __future__ import annotations

import pytest
from figure_scenarios import (
    by_hand,
    causal,
    click_cell,
    cross,
    figure,
    given_weights,
    many_heads,
    middle_of,
    shown_names,
    shown_panel,
    turn_the_query,
)
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot
from scripted import opened

from attnviz import Mask
from attnviz.app.pipeline import figure_area
from attnviz.app.pipeline.figure_looks import quiet
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.head_tabs import ALONE, JOINED
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.app.session import Session
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell, set_mask
from attnviz.figures.heatmap import Heatmap


def heatmap(panel: PipelinePanel, name: str) -> Heatmap:
    shown = figure(panel, name).figure
    assert isinstance(shown, Heatmap)
    return shown


def press(qtbot: QtBot, panel: PipelinePanel, name: str) -> None:
    qtbot.mouseClick(panel.findChild(QAbstractButton, name), Qt.MouseButton.LeftButton)


def test_the_board_reads_from_the_queries_to_the_bars(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    assert shown_names(panel) == (
        "queries", "keys", "values", "scores", "scaled", "masked", "exponentials", "weights", "output", "bars",
    )  # fmt: skip


def test_figures_lie_inside_the_area_and_never_overlap(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    places = [view.geometry() for view in panel.area.shown_views()]
    assert all(panel.area.rect().contains(place) for place in places)
    assert not any(one.intersects(other) for i, one in enumerate(places) for other in places[:i])


def test_the_causal_mask_shows_0670_and_0330_in_row_2(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    panel.session.edit("Causal", lambda scenario: set_mask(scenario, causal=True))
    assert heatmap(panel, "weights").face.texts[1] == ("0.670", "0.330", "0")


def test_an_edit_of_W_Q_reaches_every_figure_that_depends_on_it(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    before = {view.name: view.figure.values for view in panel.area.shown_views()}
    panel.session.edit("Edit", lambda scenario: set_cell(scenario, "W_Q", 0, 0, 5.0))
    changed = {name for name, values in before.items() if figure(panel, name).figure.values is not values}
    assert changed == set(before) - {"keys", "values"}


def test_an_edit_repaints_only_what_changed(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = shown_panel(qtbot, by_hand())
    repainted: list[str] = []
    monkeypatch.setattr(FigureView, "update", lambda view: repainted.append(view.name))
    panel.session.edit("Edit", lambda scenario: set_cell(scenario, "W_V", 0, 0, 3.0))
    assert sorted(repainted) == ["output", "values"]


def test_a_hidden_panel_composes_nothing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = PipelinePanel(Session(by_hand()))
    qtbot.addWidget(panel)
    monkeypatch.setattr(panel.area, "_arrange", lambda _state: pytest.fail("composed while hidden"))
    panel.session.edit("Edit", lambda scenario: set_cell(scenario, "X", 0, 0, 3.0))


def test_stages_come_and_go_with_what_uses_them(qtbot: QtBot) -> None:
    from dataclasses import replace

    panel = shown_panel(qtbot, by_hand(), 1300, 900)
    panel.session.edit("Warm", lambda scenario: replace(scenario, temperature=2.0, softcap=3.0))
    assert {"capped", "tempered"} <= set(shown_names(panel))
    panel.session.undo_stack.undo()
    assert not {"capped", "tempered"} & set(shown_names(panel))
    assert not figure(panel, "capped").isVisible()


def test_later_figures_dim_where_a_query_sees_no_key(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand(mask=Mask(custom=[[True] * 3, [False] * 3, [True] * 3])))
    assert heatmap(panel, "masked").values is not None
    assert heatmap(panel, "weights").values is None
    assert "sees no key" in heatmap(panel, "weights").dim_reason
    panel.session.edit("Show", lambda scenario: set_mask(scenario, custom=None))
    assert heatmap(panel, "weights").values is not None


@pytest.mark.parametrize("make", [cross, given_weights, turn_the_query, causal])
@pytest.mark.parametrize("tab", ["head", "heads", "concat"])
def test_every_kind_of_scenario_can_be_shown(qtbot: QtBot, make: object, tab: str) -> None:
    panel = shown_panel(qtbot, make())
    panel.session.look(tab=tab)
    panel.grab()
    assert shown_names(panel)


def test_given_weights_without_values_end_at_the_weights(qtbot: QtBot) -> None:
    assert shown_names(shown_panel(qtbot, given_weights())) == ("weights", "bars")


def test_esc_on_the_board_lets_the_selected_cell_go(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    click_cell(qtbot, figure(panel, "weights"), 0, 0)
    qtbot.keyClick(figure(panel, "weights"), Qt.Key.Key_Escape)
    assert panel.session.state.selection.cell is None


def test_all_heads_stand_side_by_side_on_one_scale_or_each_on_its_own(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(3))
    panel.session.look(tab="heads")
    assert shown_names(panel) == ("heads.1", "heads.2", "heads.3")
    assert {heatmap(panel, f"heads.{head}").limits for head in (1, 2, 3)} == {(0.0, 1.0)}
    press(qtbot, panel, "heads.shared_scale")
    assert not panel.session.state.view.shared_scale
    assert len({heatmap(panel, f"heads.{head}").limits for head in (1, 2, 3)}) == 3


def test_differences_of_heads_have_own_scales_and_a_switch_that_says_so(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(3))
    panel.session.pin()
    panel.session.look(tab="heads", compare="difference")
    assert (panel.scale.isEnabled(), panel.scale.isChecked()) == (False, False)
    assert panel.scale.toolTip() == "Each head's differences are on their own scale."
    panel.session.look(compare="side")
    assert (panel.scale.isEnabled(), panel.scale.isChecked()) == (True, True)


def test_a_click_on_a_heads_map_selects_that_head(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(3))
    panel.session.look(tab="heads")
    click_cell(qtbot, figure(panel, "heads.3"), 1, 2)
    selection = panel.session.state.selection
    assert (selection.head, selection.cell) == (2, Cell("weights", 2, 1, 2))
    assert panel.session.state.view.tab == "heads"


def test_a_double_click_on_a_heads_map_opens_its_tab(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(3))
    panel.session.look(tab="heads")
    view = figure(panel, "heads.2")
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle_of(view, 0, 0))
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=middle_of(view, 0, 0))
    assert (panel.session.state.view.tab, panel.session.state.selection.head) == ("head", 1)


def test_the_concatenation_shows_where_each_head_ends(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(3))
    panel.session.look(tab="concat")
    assert shown_names(panel) == ("concatenated", "W_O", "output")
    assert [band.columns for band in heatmap(panel, "concatenated").bands] == [(0, 4), (4, 8), (8, 12)]


def test_selecting_a_weight_frames_what_it_came_from(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, causal())
    click_cell(qtbot, figure(panel, "weights"), 1, 0)
    strong = [frame for frame in heatmap(panel, "keys").frames if frame.strong]
    assert [frame.rows for frame in strong] == [(0, 2)]  # key c is hidden from query b


def test_the_panel_follows_another_session(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    other = Session(causal(), panel)
    old = panel.session
    panel.set_session(other)
    assert heatmap(panel, "weights").face.texts[0] == ("1", "0", "0")
    click_cell(qtbot, figure(panel, "weights"), 0, 0)
    assert (other.state.selection.cell, old.state.selection.cell) == (Cell("weights", 0, 0, 0), None)


def test_themes_and_text_sizes_reach_the_figures(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand(), 1300, 900)
    light = panel.grab().toImage().pixelColor(QPoint(3, 890))
    panel.session.look(theme="dark")
    dark = panel.grab().toImage().pixelColor(QPoint(3, 890))
    assert light.lightness() > 200 > 80 > dark.lightness()


def test_what_is_shown_has_a_name_for_export(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(2), 1300, 900)
    panel.tabs.setFocus()
    names = []
    for tab in ("head", "heads", "concat"):
        panel.session.look(tab=tab)
        names.append(panel.shown_figure())
    panel.session.look(tab="head")
    figure(panel, "scores").setFocus()
    assert [*names, panel.shown_figure()] == ["board", "heads", "concat", "scores"]


def test_the_window_shows_the_bars_once(qtbot: QtBot) -> None:
    window = opened(qtbot)
    bars = window.findChild(FigureView, "inspector.bars")
    assert figure(window, "bars").isVisible()
    assert not bars.isVisible()
    window.session.look(tab="heads")
    assert bars.isVisible()


def test_what_a_projection_feeds_is_framed_only_where_it_is_a_part(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand(), 1000, 800)
    panel.session.select(cell=Cell("W_Q", None, 0, 1))
    frames = {name: heatmap(panel, name).frames for name in ("queries", "scores", "output")}
    assert [frame.columns for frame in frames["queries"] if frame.dashed] == [(1, 2)]
    assert not any(frame.dashed for name in ("scores", "output") for frame in frames[name])
    assert all(any(not frame.strong for frame in own) for own in frames.values())  # the query's path stays


def test_frames_have_the_colour_of_the_figure_that_they_are_on(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand(), 1000, 800)
    panel.session.select(cell=Cell("scores", 0, 1, 1))
    fed = [frame.role for frame in heatmap(panel, "output").frames if frame.dashed]
    assert fed == ["output"]


def test_why_later_figures_dim_is_said_on_hover_and_not_on_every_figure(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand(mask=Mask(custom=[[True] * 3, [False] * 3, [True] * 3])))
    view = figure(panel, "weights")
    shown = quiet(view.figure)
    assert isinstance(shown, Heatmap)
    assert shown.dim_reason == ""
    assert "sees no key" in view.tooltip_at(view.place.center())


def test_with_one_head_and_no_W_O_the_tabs_say_why_they_show_the_same(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, said = shown_panel(qtbot, by_hand()), []
    monkeypatch.setattr(figure_area, "paint_board_title", lambda *what, **_: said.append(what[2].subtitle))
    for tab in ("heads", "concat"):
        panel.session.look(tab=tab)
        panel.area.grab()
    assert list(dict.fromkeys(said)) == [ALONE.removesuffix("."), JOINED]  # more words may follow

"""Nothing on the screen contradicts the tab that is chosen: its figures come at once, or none stand under it."""

from __future__ import annotations

from typing import Any

import pytest
from figure_scenarios import many_heads, shown_names, shown_panel
from large_maps import LONG, large, settled
from pytestqt.qtbot import QtBot
from scripted import opened

from attnviz.app.pipeline import figure_area
from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.window import MainWindow

MORE = 64  # heads than are composed in one go


def names(area: FigureArea) -> tuple[str, ...]:
    return tuple(view.name for view in area.shown_views())


@pytest.fixture
def area(qtbot: QtBot) -> FigureArea:
    """Whose layout is being searched for, in turns, in a room that it got just now."""
    window: MainWindow = opened(qtbot, "trophy-layer")
    found = window.findChild(FigureArea)
    assert found is not None
    window.session.look(text_size="projector", layout="board")
    qtbot.waitUntil(lambda: window.updatesEnabled() and not found.busy, timeout=20_000)
    window.resize(1403, 811)
    assert found.turn.waits
    return found


def test_a_tab_that_is_chosen_amid_a_search_has_its_figures_at_once(area: FigureArea) -> None:
    area.session.look(tab="concat")
    assert names(area) == ("concatenated", "W_O", "b_O", "output")


@pytest.mark.parametrize("changes", [{"layout": "focus", "focus": "scores"}, {"layout": "focus", "focus": "queries"}])
def test_a_stage_that_is_chosen_amid_a_search_is_there_at_once(area: FigureArea, changes: dict[str, Any]) -> None:
    area.session.look(**changes)
    assert names(area) == (changes["focus"],)


def test_another_head_that_is_chosen_amid_a_search_is_there_at_once(area: FigureArea) -> None:
    area.session.select(head=3)
    heads = {getattr(view.figure, "head", None) for view in area.shown_views()}
    assert 3 in heads
    assert 0 not in heads


def test_no_stage_stands_under_the_tab_of_all_heads_while_these_are_composed(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(MORE, width=MORE), 900, 760)
    assert shown_names(panel)
    panel.session.look(tab="heads")
    assert panel.area.busy
    assert shown_names(panel) == ()
    qtbot.waitUntil(lambda: shown_names(panel) == ("heads",))


def test_no_stage_stands_under_another_tab_while_the_views_of_its_heads_are_made(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figure_area, "A_TURN", 0.0)
    panel = shown_panel(qtbot, large(LONG, heads=8), 900, 760)
    settled(qtbot, panel)
    before = set(shown_names(panel))
    place_all = panel.area.turn._deed

    def place() -> None:
        place_all()
        assert not before & set(shown_names(panel))

    monkeypatch.setattr(panel.area.turn, "_deed", place)
    panel.session.look(tab="heads")
    qtbot.waitUntil(lambda: len(shown_names(panel)) == 8)


def test_whoever_comes_back_before_other_figures_are_there_has_those_of_before(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(MORE, width=MORE), 900, 760)
    before = shown_names(panel)
    panel.session.look(tab="heads")
    panel.session.look(tab="head")
    assert shown_names(panel) == before

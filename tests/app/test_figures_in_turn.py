"""Other figures of a large scenario are placed in turns of their own, and shown when all are there."""

from __future__ import annotations

import pytest
from figure_scenarios import many_heads, shown_names, shown_panel
from large_maps import LONG, large, settled
from pytestqt.qtbot import QtBot

from attnviz.app.pipeline import figure_area
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.figures.large.large_map import LargeMap

HEADS = tuple(f"heads.{number}" for number in range(1, 9))


@pytest.fixture
def panel(qtbot: QtBot) -> PipelinePanel:
    """With one head of eight in front, everything computed."""
    found = shown_panel(qtbot, large(LONG, heads=8), 900, 760)
    settled(qtbot, found)
    return found


def test_all_heads_come_in_a_turn_of_their_own(qtbot: QtBot, panel: PipelinePanel) -> None:
    before = shown_names(panel)
    panel.session.look(tab="heads")
    assert shown_names(panel) == before
    assert panel.area.busy
    qtbot.waitUntil(lambda: shown_names(panel) == HEADS)


def test_views_are_made_a_few_in_a_turn_and_shown_together(
    qtbot: QtBot, panel: PipelinePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figure_area, "A_TURN", 0.0)
    placed: list[int] = []  # how many heads have a view after each turn
    place_all = panel.area.turn._deed

    def place() -> None:
        place_all()
        placed.append(sum(name in panel.area._views for name in HEADS))
        assert set(shown_names(panel)) <= set(HEADS) or not set(shown_names(panel)) & set(HEADS)

    monkeypatch.setattr(panel.area.turn, "_deed", place)
    panel.session.look(tab="heads")
    qtbot.waitUntil(lambda: shown_names(panel) == HEADS)
    assert 0 < placed[0] < len(HEADS)


def test_the_newest_tab_wins(qtbot: QtBot, panel: PipelinePanel) -> None:
    panel.session.look(tab="heads")
    panel.session.look(tab="concat")
    qtbot.waitUntil(lambda: not panel.area.turn.waits)
    assert not set(shown_names(panel)) & set(HEADS)
    assert "output" in shown_names(panel)


def test_all_heads_are_there_when_they_are_shown(qtbot: QtBot, panel: PipelinePanel) -> None:
    panel.session.look(tab="heads")
    qtbot.waitUntil(lambda: shown_names(panel) == HEADS)
    settled(qtbot, panel)
    for view in panel.area.shown_views():
        qtbot.waitUntil(lambda own=view: isinstance(own.figure, LargeMap) and own.figure.picture is not None)
        assert view.isVisible()


def test_small_figures_are_there_at_once(qtbot: QtBot) -> None:
    small = shown_panel(qtbot, many_heads(2), 900, 760)
    small.session.look(tab="heads")
    assert shown_names(small) == HEADS[:2]
    assert not small.area.turn.waits

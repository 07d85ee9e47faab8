"""The bars of very many keys stand as high as those of their query need, and jump under nobody's typing hand."""

from __future__ import annotations

import numpy as np
import pytest
from figure_scenarios import shown_inspector
from pytestqt.qtbot import QtBot

from attnviz import Direct, Scenario
from attnviz.app.inspection.inspector import Inspector
from attnviz.engine.edits import set_cell

KEYS = 100  # of which the first query sees one, the second two thirds alike; the third sees all alike
FEWEST = 4


@pytest.fixture
def inspector(qtbot: QtBot) -> Inspector:
    """On three queries of very different interest."""
    keys = np.zeros((KEYS, 2))
    keys[0, 0], keys[:66, 1] = 40.0, 20.0
    queries = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    return shown_inspector(qtbot, Scenario(Direct(queries, keys, np.ones((KEYS, 3))), scale=False), 340, 900)


def heights(inspector: Inspector, *queries: int) -> list[int]:
    found = []
    for query in queries:
        inspector.session.select(query=query)
        found.append(inspector.bars.minimumHeight())
    return found


def test_one_bar_takes_less_room_than_many(inspector: Inspector) -> None:
    one, many = heights(inspector, 0, 1)
    assert one < many / 2


def test_each_query_has_the_room_of_its_own_bars(inspector: Inspector) -> None:
    one, many, again, _ = heights(inspector, 0, 2, 0, 2)
    assert one == again < many


def test_more_bars_have_more_room_at_once(inspector: Inspector) -> None:
    (one,) = heights(inspector, 0)
    inspector.session.edit("Edit", lambda scenario: set_cell(scenario, "Q", 0, 0, 0.0))
    assert inspector.bars.minimumHeight() > one


def test_fewer_bars_keep_the_room_while_a_number_is_typed(inspector: Inspector) -> None:
    inspector.session.select(query=2)
    before = inspector.bars.minimumHeight()
    inspector.session.edit("Edit", lambda scenario: set_cell(scenario, "Q", 2, 0, 1.0))
    assert inspector.bars.minimumHeight() == before


def test_what_follows_few_bars_is_in_sight(inspector: Inspector) -> None:
    inspector.session.select(query=0)
    assert inspector.vectors.isVisible()
    assert not inspector.vectors.visibleRegion().isEmpty()

"""What of a page that scrolls is in sight at first: plots with their axes, and no line of which only the title is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSizeF

from attnviz.figures.labs.banded_page import leaf_page, leaves_of
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.result_page import PageLayout
from attnviz.figures.theme import theme
from attnviz.labs.catalogue import lab
from attnviz.labs.parameters import settle


def cost_page(room: QSizeF, size: str) -> PageLayout:
    """The page of the laboratory of costs: two plots beside each other, a table below them."""
    cost = lab("cost")
    result = cost.run(settle(cost.parameters(None), {}), None, lambda _part: True)
    return leaf_page(leaves_of(result, Drawing(result.exhibits[0])), room, theme("light", size))[1]


@pytest.mark.parametrize("size", ["normal", "large"])
def test_large_plots_are_whole_in_a_room_that_is_lower_than_they_like(size: str) -> None:
    room = QSizeF(1000, 290)
    page = cost_page(room, size)
    assert all(rect.bottom() <= room.height() for rect in page.rects[:2])


@pytest.mark.parametrize("height", [360, 390, 420])
def test_a_table_of_which_little_more_than_the_title_has_room_begins_below_it(height: int) -> None:
    room = QSizeF(1000, height)
    plot, _, table = cost_page(room, "normal").rects
    assert table.top() >= room.height()
    assert plot.bottom() <= room.height()
    assert plot.height() > height - 40  # and they have its room

"""The bars of an output say how long they are, for their scale follows the numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from figure_scenes import LIGHT, VIEW, random_layer, selected
from PySide6.QtCore import QRectF

from attnviz.figures.bars import bars_layout
from attnviz.figures.compose import components_of


@pytest.mark.parametrize("of_layer", [False, True])
def test_bars_of_an_output_have_the_ends_of_their_scale_over_them(of_layer: bool) -> None:
    model = components_of(random_layer(4, 5), selected(2), VIEW, of_layer=of_layer)
    room = QRectF(0, 0, 360, 300)
    grid, without = bars_layout(model, room, LIGHT), bars_layout(replace(model, axis=False), room, LIGHT)
    assert grid.axis
    assert grid.body.top() > without.body.top()

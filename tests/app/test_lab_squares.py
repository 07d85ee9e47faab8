"""The squares of a mask beside a laboratory: no two names of their rows or columns meet, whatever the letters."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from attnviz.app.labs.toggle_grid import ToggleGrid
from attnviz.figures.labels import ruler
from attnviz.figures.theme import theme
from attnviz.labs.parameters import Grid


@pytest.mark.parametrize("size", ["normal", "large", "projector"])
@pytest.mark.parametrize("count", [3, 16, 40])
def test_names_over_squares_do_not_meet(qtbot: QtBot, count: int, size: str) -> None:
    names = tuple(f"token {number}" for number in range(count))
    asked = Grid("painted", "Custom", np.ones((count, count)), names, names)
    grid = ToggleGrid(asked)
    qtbot.addWidget(grid)
    look = theme("light", size, 768)  # type: ignore[arg-type]
    grid.wear(look)
    grid.resize(360, 500)
    grid.show()
    squares = grid.squares
    apart = squares.square(squares.named_every(), 0).top() - squares.square(0, 0).top() if count > 3 else 100
    assert apart >= ruler(look.small_font).figure_height
    if count == 3:
        assert squares.named_every() == 1

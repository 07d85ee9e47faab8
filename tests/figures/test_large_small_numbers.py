"""Cells with room for few decimals: what these make 0 says ≈0 there, and the selected one is told beside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from large_scenes import LIGHT, large_map, room

from attnviz.figures.large.callout import callout_of
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import Ground, layout
from attnviz.figures.large.numbers import is_written
from attnviz.figures.viewport import Viewport

SIDE = 1500


def place_of(cells: int) -> tuple[LargeMap, Ground]:
    """A map of which so many rows and columns are seen: an even share everywhere, and half of it all at key 704."""
    values = np.full((SIDE, SIDE), 0.0007, dtype=np.float32)
    values[:, 703] = 0.5
    model = large_map(values, signed=False, decimals=5).seeing(Viewport(700.0, 700.0, float(cells), float(cells)))
    return model, layout(model, room((560, 500)), LIGHT)


def test_a_number_that_few_decimals_make_0_says_so_and_is_told_beside_its_cell_when_it_is_selected() -> None:
    model, place = place_of(14)
    assert 0 < place.digits.decimals < 5
    assert not is_written(model, place, 705, 705)
    assert is_written(model, place, 705, 703)
    assert place.digits.texts(model.values[705:706, 702:705])[0][::2] == ("≈0", "≈0")
    selected = callout_of(replace(model, cursor=(705, 705)), place)
    assert selected is not None
    assert selected[1] == "0.00070"


@pytest.mark.parametrize("side", [560, 470])
def test_no_weight_that_is_seen_looks_emptier_than_a_hidden_key(side: int) -> None:
    hidden = np.zeros((40, 4096), dtype=bool)
    hidden[:, 2006:] = True
    values = np.where(hidden, 0, 3e-5).astype(np.float32)
    values[:, 2003] = 0.04
    model = large_map(values, hidden=hidden, signed=False, decimals=5).seeing(Viewport(10.0, 2000.0, 12.0, 12.0))
    place = layout(model, room((side, side)), LIGHT)
    assert place.number_px
    assert place.digits.decimals < 5
    (texts,) = place.digits.texts(model.values[15:16, 2000:2008])
    assert all(texts)
    assert texts[::5] == ("≈0", "≈0")


@pytest.mark.parametrize("cells", [4, 5])
def test_cells_with_room_for_all_decimals_write_small_numbers_too(cells: int) -> None:
    model, place = place_of(cells)
    assert is_written(model, place, 702, 701)
    assert place.digits.texts(model.values[702:703, 701:702]) == (("0.00070",),)


def test_of_three_decimals_the_last_figure_alone_is_written_whatever_the_number_of_keys() -> None:
    values = np.full((40, 4096), 0.009, dtype=np.float32)
    values[:, 703] = 0.5
    model = large_map(values, signed=False, decimals=5).seeing(Viewport(10.0, 700.0, 12.0, 12.0))
    place = layout(model, room((600, 560)), LIGHT)
    assert place.digits.decimals == 3
    assert is_written(model, place, 15, 705)

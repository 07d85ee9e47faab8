"""Two large maps side by side: their title and legend stand once over both, and the maps have the room."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from large_scenes import LIGHT, listened
from PySide6.QtCore import QPointF, QRectF

from attnviz.engine.inputs import Projected
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.board import Board, place
from attnviz.figures.comparison import Comparison, halves, side_by_side_of
from attnviz.figures.compose import figure_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import cell_rect, hit
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import Ground, layout
from attnviz.figures.theme import Theme, theme
from attnviz.figures.view import Selection, View

PROJECTED = theme("light", "projector", 768)


def texts(both: Comparison, size: tuple[int, int], look: Theme) -> list[str]:
    return listened(both, size, look).texts


@pytest.fixture(scope="module")
def traces() -> tuple[Trace, Trace]:
    """Pinned and now: 700 tokens, two heads."""
    numbers = np.random.default_rng(3)
    matrices = [numbers.normal(size=shape).astype(np.float32) for shape in ((700, 16), *[(16, 16)] * 3)]
    pinned = Scenario(Projected(*matrices), heads=2)
    return trace(pinned), trace(replace(pinned, temperature=0.5))


def both(name: str, traces: tuple[Trace, Trace], **view: Any) -> Comparison:
    pinned, now = (figure_of(name, own, Selection(), View(**view)) for own in traces)
    assert isinstance(pinned, LargeMap | Heatmap | Board)
    assert isinstance(now, LargeMap | Heatmap | Board)
    return side_by_side_of(pinned, now)


def grounds(made: Comparison, size: tuple[int, int], look: Theme) -> list[Ground]:
    """Where the maps of both sides lie."""
    sides = zip((made.left, made.right), halves(QRectF(0, 0, *size), made.above(look)), strict=True)
    parts = [part for board, rect in sides for part in place(board, rect, look)]
    return [layout(part.figure, part.rect, look) for part in parts if isinstance(part.figure, LargeMap)]


@pytest.mark.parametrize("look", [LIGHT, PROJECTED], ids=["normal", "projector"])
@pytest.mark.parametrize("name", ["weights", "scores"])
def test_title_and_legend_are_said_once(traces: tuple[Trace, Trace], name: str, look: Theme) -> None:
    made = both(name, traces)
    said = texts(made, (792, 480) if look is PROJECTED else (692, 480), look)
    assert made.head is not None
    assert said.count(made.head.title) == 1
    assert made.head.title.endswith(", head 1")
    assert sum("powers of ten" in text for text in said) == (name == "weights")
    assert (said.count("Pinned"), said.count("Now")) == (1, 1)
    model = made.right.panels[0]
    assert isinstance(model, LargeMap)
    assert said.count(model.legend_texts[0]) == 1


def test_the_legend_is_that_of_both_maps(traces: tuple[Trace, Trace]) -> None:
    made = both("weights", traces, shared_scale=False)
    assert made.head is not None
    scales = [panel.scale for panel in (made.left.panels[0], made.right.panels[0], made.head.panels[0])]  # type: ignore[union-attr]
    assert scales[0] == scales[1] == scales[2]


@pytest.mark.parametrize(
    ("look", "size", "least"), [(LIGHT, (692, 560), 265), (LIGHT, (1170, 880), 505), (PROJECTED, (792, 480), 250)]
)
def test_maps_are_as_wide_as_their_half_but_for_the_names_of_rows(
    traces: tuple[Trace, Trace], look: Theme, size: tuple[int, int], least: float
) -> None:
    left, right = grounds(both("weights", traces), size, look)
    assert left.map.size() == right.map.size()
    assert left.map.width() >= least


def test_old_numbers_are_said_to_be_old_where_the_map_has_no_title(traces: tuple[Trace, Trace]) -> None:
    made = both("weights", traces)
    (panel,) = made.right.panels
    assert isinstance(panel, LargeMap)
    old = replace(made, right=replace(made.right, panels=(replace(panel, pending="before the edit"),)))
    assert texts(old, (692, 560), LIGHT).count("before the edit") == 1
    assert "before the edit" not in texts(made, (692, 560), LIGHT)


def test_all_heads_have_one_legend_over_both_sides(traces: tuple[Trace, Trace]) -> None:
    made = both("heads", traces)
    said = texts(made, (692, 560), LIGHT)
    assert made.head is not None
    assert made.head.shared
    assert said.count("Weights of all heads") == 1
    assert said.count("1") == 1


def test_heads_on_scales_of_their_own_have_no_legend(traces: tuple[Trace, Trace]) -> None:
    made = both("heads", traces, shared_scale=False)
    assert made.head is not None
    assert not made.head.shared


def test_small_maps_say_each_its_own() -> None:
    small = trace(Scenario(Projected(np.eye(2)[[0, 1, 1]], np.eye(2), np.eye(2), np.eye(2)), heads=2))
    for name in ("weights", "heads", "board"):
        assert both(name, (small, small)).head is None


@pytest.mark.parametrize("options", [{"format": "svg"}, {"format": "svg", "width": 700}])
def test_files_say_it_once_too(traces: tuple[Trace, Trace], options: dict[str, Any]) -> None:
    svg = export_bytes(both("weights", traces), ExportOptions(**options)).decode()
    assert svg.count(">Weights, head 1<") == 1
    assert svg.count(">≤ 0.0001<") == 1


def test_a_point_of_either_side_is_that_of_its_map(traces: tuple[Trace, Trace]) -> None:
    made, room = both("weights", traces), QRectF(0, 0, 692, 560)
    left, right = grounds(made, (692, 560), LIGHT)
    for ground in (left, right):
        found = hit(made, room, ground.map.center(), LIGHT)
        assert found is not None
        assert abs(found.row - 350) <= 4
        shown = cell_rect(made, room, found, LIGHT)
        assert shown is not None
        assert right.map.contains(shown.center())
    assert hit(made, room, QPointF(100, 8), LIGHT) is None

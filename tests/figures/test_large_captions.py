"""What is said around a large map: what a point stands for is never left out, and said in one way everywhere."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from large_scenes import LIGHT, large_map, listened, part
from PySide6.QtCore import QRectF

from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.board import Board
from attnviz.figures.compose import figure_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import Figure
from attnviz.figures.large.captions import captions
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import layout
from attnviz.figures.theme import Theme, theme
from attnviz.figures.view import Selection, View

LOOKS = [LIGHT, theme("light", "large"), theme("light", "projector", 768), theme("light", "projector", 1080)]
POINT = re.compile(r"strongest of (?:about )?(\d+)×(\d+)")


def texts(figure: Figure, size: tuple[float, float], look: Theme = LIGHT) -> list[str]:
    """All that is written in a figure of that size."""
    return listened(figure, size, look).texts


@pytest.fixture(scope="module")
def layered() -> Trace:
    """900 tokens, eight heads and W_O."""
    numbers = np.random.default_rng(3)
    matrices = [numbers.normal(size=shape).astype(np.float32) for shape in ((900, 64), *[(64, 640)] * 3, (640, 512))]
    return trace(Scenario(Projected(*matrices), heads=8))


def scores(side: int = 3000, **others: object) -> LargeMap:
    values = np.zeros((side, side), dtype=np.float32)
    values[0, 0] = 1.0
    return large_map(values, signed=False, title="Weights, head 1", formula="softmax", numbers=False, **others)  # type: ignore[arg-type]


@pytest.mark.parametrize("look", LOOKS, ids=["normal", "large", "768", "1080"])
def test_in_any_room_it_is_said_what_a_point_stands_for(look: Theme) -> None:
    model = scores()
    least = 22 * look.small_px  # a figure that is not twice as wide as the words themselves shows nothing
    for wide, high in product((least, 1.4 * least, 2.2 * least, 3.5 * least), (0.8 * least, 1.3 * least, 2.5 * least)):
        said = texts(model, (wide, high), look)
        assert sum(bool(POINT.search(text)) for text in said) == 1, (wide, high)


@pytest.mark.parametrize("look", LOOKS, ids=["normal", "large", "768", "1080"])
def test_each_map_of_a_concatenation_says_it_and_has_a_legend(layered: Trace, look: Theme) -> None:
    board = figure_of("concat", layered, Selection(), View())
    assert isinstance(board, Board)
    for width in (640, 720, 800, 1100):
        said = texts(board, (width * max(1.0, look.factor / 1.6), 600), look)
        assert sum(bool(POINT.search(text)) for text in said) == 3
        for panel in board.panels:
            assert isinstance(panel, LargeMap)
            assert [said.count(end) for end in panel.legend_texts] == [1, 1]


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("look", LOOKS, ids=["normal", "large", "768", "1080"])
@pytest.mark.parametrize("scale", ["auto", "linear"])
def test_all_heads_say_it_in_their_title(look: Theme, scale: str, shared: bool) -> None:
    values = np.zeros((8, 1100, 1100), dtype=np.float32)
    values[:, :, 0] = 1
    view = View(colour_scale=scale, shared_scale=shared)  # type: ignore[arg-type]
    board = figure_of("heads", trace(Scenario(GivenWeights(values))), Selection(), view)
    said = texts(board, (692 * max(1.0, look.factor / 1.8), 560), look)
    assert sum(bool(POINT.search(text)) for text in said) == 1
    legend = [text for text in said if text in ("1", "≤ 0.00009")]
    assert bool(legend) == shared


def test_it_is_said_in_one_way_on_the_screen_and_in_files() -> None:
    said = [*texts(scores(), (700, 600)), export_bytes(scores(), ExportOptions(format="svg", width=600)).decode()]
    assert not any("a point" in text or "each point" in text for text in said)
    assert sum(bool(POINT.search(text)) for text in said) == 2


def test_where_each_cell_has_a_pixel_nothing_of_it_is_said() -> None:
    assert not any(POINT.search(text) for text in texts(scores(300), (700, 600)))


def test_what_is_seen_gives_way_to_it_step_by_step() -> None:
    model = scores(viewport=part(1000, 1200, 900, 900))
    place = layout(model, QRectF(0, 0, 700, 600), LIGHT)
    found = [captions(model, place, "strongest of 2×2", float(room), 1000.0)[0] for room in range(320, 140, -1)]
    assert list(dict.fromkeys(found)) == [
        "keys 1201–2100 of 3000   strongest of 2×2", "keys 1201–2100   strongest of 2×2", "keys   strongest of 2×2",
    ]  # fmt: skip


def test_beside_a_narrow_map_the_rows_say_it() -> None:
    model = scores()
    place = layout(model, QRectF(0, 0, 700, 600), LIGHT)
    assert captions(model, place, "strongest of 2×2", 80.0, 400.0) == (
        "keys 1–3000",
        "queries 1–3000   strongest of 2×2",
    )


def test_in_a_low_room_what_the_columns_are_stands_beside_the_title() -> None:
    high, low = (layout(scores(), QRectF(0, 0, *size), LIGHT) for size in ((500, 900), (800, 500)))
    assert high.column_caption.top() >= high.title.bottom()
    assert low.column_caption.top() == low.title.top()
    assert low.map.height() > 500 - 3.2 * low.title.height()


def test_in_the_line_of_the_title_nothing_touches() -> None:
    for width in range(420, 1300, 37):
        model, size = scores(), (float(width), 420.0)
        line = layout(model, QRectF(0, 0, *size), LIGHT).title.bottom()
        spots = [(start, end) for start, end, y in listened(model, size).flat if y < line and start < end]
        assert all(end + 6 <= start for (_, end), (start, _) in pairwise(spots))
        assert spots[-1][1] <= width + 1


@pytest.mark.parametrize("look", LOOKS, ids=["normal", "large", "768", "1080"])
@pytest.mark.parametrize("high", [640, 900])
@pytest.mark.parametrize("wide", [520, 700, 1300])
def test_what_the_columns_are_ends_where_the_map_ends_whatever_its_line(look: Theme, high: int, wide: int) -> None:
    model = replace(scores(600), formula="softmax, rows sum to 1")
    size = round(wide * max(1.0, look.factor / 1.4)), round(high * max(1.0, look.factor / 1.4))
    (end,) = (right for text, right in listened(model, size, look).ends.items() if text.startswith("keys"))
    assert end == pytest.approx(layout(model, QRectF(0, 0, *size), look).map.right(), abs=2)


@pytest.mark.parametrize("look", LOOKS[:2], ids=["normal", "large"])
def test_what_the_columns_are_never_takes_the_room_of_the_formula(look: Theme) -> None:
    for side, wide in product((90, 600, 1500), (520, 700, 1300)):
        values = np.zeros((600, side), dtype=np.float32)
        values[0, 0] = 1.0
        model = large_map(values, signed=False, title="Weights", formula="softmax, rows sum to 1", numbers=False)
        assert any(text.startswith("softmax") for text in texts(model, (wide, 480), look))

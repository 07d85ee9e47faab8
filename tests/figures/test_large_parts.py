"""A zoomed head among others is drawn as finely as its pixels ask for, from a small picture of what is seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from large_scenes import part

from attnviz.engine import chains
from attnviz.engine.arrays import Array
from attnviz.engine.blocks.chain import Chain
from attnviz.engine.inputs import Direct, GivenWeights
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.compose import heads_of
from attnviz.figures.large import pictures
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.picture import THUMB, Picture, picture
from attnviz.figures.large.pictures import _SIDE, _block_of, _surroundings, make, near_picture
from attnviz.figures.large.raster import Window, cells_of, raster
from attnviz.figures.view import Selection, View
from attnviz.figures.viewport import Viewport

SIDE = 1500
VALUES = np.random.default_rng(4).random((SIDE, SIDE)).astype(np.float32)
WHOLE = picture(VALUES, signed=False)


@pytest.fixture
def weights() -> Trace:
    return trace(Scenario(GivenWeights(np.stack([VALUES, VALUES.T]))))


def window(pixels: int) -> Window:
    return Window(pixels, pixels, (0, pixels), (0, pixels))


@example(rows=92, down=0.8082490599954963, across=0.24, pixels=225)  # middles of pixels on borders of cells
@settings(max_examples=60)
@given(st.integers(4, 500), st.floats(0, 1), st.floats(0, 1), st.integers(40, 300))
def test_a_part_is_painted_as_the_whole_picture_is(rows: int, down: float, across: float, pixels: int) -> None:
    seen = Viewport(down * (SIDE - rows), across * (SIDE - rows), float(rows), float(rows))
    top, left = (max(0, int(start - rows) // 64 * 64) for start in (seen.top, seen.left))
    ends = (top, min(top + 4 * rows + 64, SIDE)), (left, min(left + 4 * rows + 64, SIDE))
    own = WHOLE.part(*ends, 4096)
    assert own.covers(seen)
    assert np.array_equal(raster(own, seen, window(pixels)), raster(WHOLE, seen, window(pixels)))


def test_a_part_of_blocks_keeps_the_strongest_of_each() -> None:
    made = WHOLE.part((256, 1024), (512, 1280), 256)
    assert made.block(0) == (4, 4)
    strongest = VALUES[256:1024, 512:1280].reshape(192, 4, 192, 4).max(axis=(1, 3))
    assert made.numbers[made.levels[0]] ** 0.25 == pytest.approx(strongest**0.25, abs=0.0021)


def test_the_cells_of_a_point_are_counted_from_the_first_of_the_matrix() -> None:
    seen, point = Viewport(700, 900, 100, 100), Window(50, 50, (10, 11), (20, 21))
    own = WHOLE.part((640, 832), (832, 1024), 512)
    assert cells_of(own, seen, point) == cells_of(WHOLE, seen, point)


@settings(max_examples=80)
@given(st.integers(300, 9000), st.integers(300, 9000), st.tuples(*[st.floats(0, 1)] * 4))
def test_a_part_with_its_surroundings_covers_what_is_seen_and_is_fine_and_small(
    rows: int, columns: int, shares: tuple[float, float, float, float]
) -> None:
    high, wide = 4 + shares[0] * (rows - 4), 4 + shares[1] * (columns - 4)
    seen = Viewport(shares[2] * (rows - high), shares[3] * (columns - wide), high, wide)
    ends = _surroundings(seen, (rows, columns))
    codes = tuple(np.zeros((-(-rows >> level), -(-columns >> level)), np.uint8) for level in range(14))
    made = Picture((rows, columns), codes, WHOLE.numbers, None).part(*ends, _SIDE)
    assert made.covers(seen)
    assert max(made.block(0)) <= _block_of(seen)
    assert made.nbytes < 1 << 20  # what is larger is let go of with the numbers


def test_zoomed_heads_show_single_cells_and_whole_ones_their_thumbs(weights: Trace) -> None:
    def first(viewport: Viewport | None) -> tuple[int, int]:
        panel = heads_of(weights, Selection(), View(viewport=viewport)).panels[1]
        assert isinstance(panel, LargeMap)
        assert panel.picture is not None
        assert panel.values is None
        return panel.picture.block(0)

    assert first(part(600, 700, 150, 150)) == (1, 1)
    assert min(first(None)) >= SIDE / THUMB


def test_of_a_deferred_trace_the_thumb_stays_until_the_part_is_there(weights: Trace) -> None:
    shown, seen = weights.deferred(), part(600, 700, 150, 150)
    behind = shown.behind
    assert behind is not None
    make("thumb", behind, "weights", 1)

    def panel() -> LargeMap:
        found = heads_of(shown, Selection(), View(viewport=seen)).panels[1]
        assert isinstance(found, LargeMap)
        assert found.picture is not None
        return found

    assert panel().picture.block(0) != (1, 1)  # type: ignore[union-attr]
    assert panel().pending == ""
    kinds = [want.kind for want in shown.asked.missing if want.head == 1]
    assert len(kinds) == 1
    assert kinds[0].startswith("part")
    make(kinds[0], behind, "weights", 1)
    assert panel().picture.block(0) == (1, 1)  # type: ignore[union-attr]


def test_only_the_part_that_is_seen_last_is_asked_for(weights: Trace) -> None:
    shown = weights.deferred()
    assert shown.behind is not None
    make("thumb", shown.behind, "weights", 0)
    for top in (0, 300, 900):
        assert near_picture(shown, "weights", 0, part(top, top, 100, 100)) is None
    wanted = [want.kind for want in shown.asked.missing if want.kind.startswith("part")]
    assert len(wanted) == 1
    make(wanted[0], shown.behind, "weights", 0)
    found = near_picture(shown, "weights", 0, part(900, 900, 100, 100))
    assert found is not None
    assert near_picture(shown, "weights", 0, part(930, 880, 100, 100)) is found  # its surroundings are there too


def test_heads_whose_numbers_went_are_zoomed_without_computing_them_again(monkeypatch: pytest.MonkeyPatch) -> None:
    given = np.random.default_rng(6).random((3000, 6), dtype=np.float32)
    own = trace(Scenario(Direct(given, given, given), heads=2, dtype="float32"), budget=70_000_000)
    for head in range(2):  # 36 MB of weights and 16 MB of pictures each
        make("thumb", own, "weights", head)
    assert own.peek("weights", 0) is None
    assert own.store.used <= 70_000_000
    whole = picture(trace(own.scenario).at("weights", 0), signed=False)
    monkeypatch.setattr(chains, "stage_of", None)
    found = near_picture(own, "weights", 0, part(700, 800, 450, 450))
    assert found is not None
    assert found.block(0) == (2, 2)
    seen = part(700, 800, 450, 450)
    assert np.array_equal(raster(found, seen, window(200)), raster(whole, seen, window(200)))


def test_a_part_outlives_the_numbers() -> None:
    own = trace(replace(Scenario(GivenWeights(VALUES[np.newaxis])), temperature=1.0), budget=0)
    assert near_picture(own, "weights", 0, part(0, 0, 100, 100)) is None  # there is no thumb yet
    make("thumb", own, "weights", 0)
    found = near_picture(own, "weights", 0, part(0, 0, 100, 100))
    assert found is not None
    for known in own._done.values():
        known.drop()
    assert near_picture(own, "weights", 0, part(0, 0, 100, 100)) is found


@pytest.mark.parametrize("causal", [False, True])
def test_cells_of_heads_whose_numbers_went_need_no_more_than_their_rows(
    monkeypatch: pytest.MonkeyPatch, causal: bool
) -> None:
    given = np.random.default_rng(6).normal(size=(3000, 6)).astype(np.float32)
    scenario = Scenario(Direct(given, given, given), heads=2, dtype="float32", mask=Mask(causal=causal))
    own = trace(scenario, budget=70_000_000)
    for head in range(2):
        make("thumb", own, "weights", head)
    assert own.peek("weights", 0) is None
    alone = trace(scenario)
    make("picture", alone, "weights", 0)
    kind = "part 700 900 780 980"
    make(kind, alone, "weights", 0)
    computed: list[int] = []
    rows_of = chains.rows_of

    def counted(chain: Chain, name: str, block: slice, **more: int | None) -> Array:
        computed.append(block.stop - block.start)
        return rows_of(chain, name, block, **more)

    monkeypatch.setattr(chains, "stage_of", None)
    monkeypatch.setattr(chains, "rows_of", counted)
    make(kind, own, "weights", 0)
    found, expected = (one.made("weights", 0)["part", None].picture for one in (own, alone))
    assert sum(computed) < 200 + 2 * 256
    assert own.peek("weights", 0) is None
    assert (found.corner, found.extent, found.first) == (expected.corner, expected.extent, expected.first)
    assert all(np.array_equal(one, other) for one, other in zip(found.levels, expected.levels, strict=True))


def test_cells_of_numbers_that_are_there_are_made_without_a_picture_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    own = trace(Scenario(GivenWeights(np.stack([VALUES, VALUES.T]))))
    make("thumb", own, "weights", 1)
    del own.made("weights", 1)["picture", None]
    monkeypatch.setattr(pictures, "picture", None)
    make("part 600 700 640 720", own, "weights", 1)
    found = own.made("weights", 1)["part", None].picture
    expected = picture(VALUES.T, signed=False, halvings=2).part((600, 700), (640, 720), _SIDE)
    assert all(np.array_equal(one, other) for one, other in zip(found.levels, expected.levels, strict=True))

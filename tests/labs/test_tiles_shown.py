"""What of thousands of tokens the laboratory of tiles opens on, names, and shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from test_tiles_lab import normal, picture
from trials import run, said

from attnviz import Direct, Mask, Scenario, load
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Bars, Code, Matrix, Table
from attnviz.labs.parameters import settle
from attnviz.labs.protocol import Result


def matrix(result: Result, name: str) -> Matrix:
    found = next(one for one in result.exhibits if one.name == name)
    assert isinstance(found, Matrix)
    return found


def code(result: Result) -> Code:
    found = result.exhibits[0]
    assert isinstance(found, Code)
    return found


def test_the_size_is_told_in_tiles_where_tiles_are_drawn() -> None:
    assert picture(run("tiles", normal(512, 384), tile_rows=128, tile_columns=64)).subtitle == (
        "512 × 384: 4 × 6 tiles of 128 × 64"
    )


def test_tiles_that_do_not_go_into_the_matrix_are_so_large_at_most() -> None:
    assert picture(run("tiles", normal(10, 10), tile_rows=4, tile_columns=4)).subtitle == (
        "10 × 10: 3 × 3 tiles of 4 × 4 at most"
    )


def test_a_way_without_tiles_says_what_a_point_of_the_picture_stands_for() -> None:
    assert picture(run("tiles", normal(256, 256), way="cache")).subtitle.endswith("each point stands for 2 × 2")


def test_a_causal_scenario_opens_on_causal_tiles() -> None:
    tiles = lab("tiles")
    assert settle(tiles.parameters(replace(normal(8, 8), mask=Mask(causal=True))), {})["way"] == "causal"
    assert settle(tiles.parameters(normal(8, 8)), {})["way"] == "tiled"


def test_it_opens_where_the_second_block_of_queries_meets_its_own_keys() -> None:
    for causal in (False, True):
        numbers = run("tiles", replace(normal(40, 40), mask=Mask(causal=causal))).numbers
        assert (numbers["first_query"], numbers["last_query"]) == (11, 20)  # a quarter of 40 is a block
        assert numbers["first_key"] <= 20 <= numbers["last_key"]
        assert np.isfinite(numbers["maximum_before"]).all()


def test_a_text_of_two_blocks_opens_at_the_end_of_the_first() -> None:
    numbers = run("tiles", load("by-hand")).numbers
    assert (numbers["step"], numbers["steps"]) == (3, 6)  # queries 1 and 2 on key 3
    np.testing.assert_allclose(numbers["factor"][1], np.exp((2 - 3) / np.sqrt(2)))  # 1.414 becomes 2.121


def test_of_many_queries_and_keys_those_with_the_largest_shares_are_shown_in_order() -> None:
    T = 64
    keys, queries = np.full((T, 1), 0.0), np.ones((T, 1))
    keys[[40, 45, 50], 0] = 9.0, 8.5, 8.0
    found = run("tiles", Scenario(Direct(queries, keys, keys)), tile_rows=64, tile_columns=32, step=2)
    shares = matrix(found, "shares")
    assert {"41", "46", "51"} <= set(shares.column_labels)
    assert list(map(int, shares.column_labels)) == sorted(map(int, shares.column_labels))
    np.testing.assert_allclose(shares.values.max(axis=1), 1)
    assert matrix(found, "scores").subtitle == "4 of 64 queries, 5 of 32 keys"


def test_a_brief_page_says_which_queries_and_keys_it_leaves_out_and_what_the_bars_are() -> None:
    found = run("tiles", normal(16, 16), tile_rows=4, tile_columns=4, step=6)
    pages = [{one.name: one for one in cut.exhibits} for cut in found.cuts]
    brief = [page for page in pages if page["matrix"].title == "Never stored" and "scores" in page]
    assert len(brief) > 4
    for page in brief:
        scores = page["scores"]
        assert isinstance(scores, Matrix)
        rows, columns = scores.values.shape
        told = [f"{count} of 4 {what}" for count, what in ((rows, "queries"), (columns, "keys")) if count < 4]
        assert scores.subtitle == ", ".join(told)
        bars = ("queries", "keys") if "V" in page else ("its queries", "its keys, values")
        assert picture(Result((page["matrix"],), {}, ())).kept == bars
    assert ["V" in page for page in brief][:3] == [True, True, False]


def test_queries_whose_maximum_grows_are_shown_before_others() -> None:
    T = 32
    keys, queries = np.zeros((T, 1)), np.ones((T, 1))
    keys[0], keys[20] = 1.0, 2.0
    queries[:20] = 0.0  # to these all keys are equal: their maximum stays
    found = run("tiles", Scenario(Direct(queries, keys, keys)), tile_rows=32, tile_columns=16, step=2)
    table = next(one for one in found.exhibits if one.name == "state")
    assert isinstance(table, Table)
    assert [row[0] for row in table.rows] == [str(number) for number in range(21, 25)]
    assert all(float(row[3]) < 1 for row in table.rows)


def test_every_step_of_a_way_has_stand_ins_of_the_same_size() -> None:
    sizes = set()
    for step in (1, 2, 9):
        found = run("tiles", normal(10, 10), step=step, tile_rows=4, tile_columns=4)
        for cut in (found, *found.cuts):
            assert [one.name for one in cut.widest] == [one.name for one in cut.exhibits]
        sizes.add(tuple(one.values.shape for one in found.widest if isinstance(one, Matrix)))
    assert len(sizes) == 1  # though the last block has two queries only
    assert sizes == {((4, 4),) * 6}


def test_the_equality_is_told_of_the_queries_that_it_is_of() -> None:
    found = run("tiles", normal(8, 8), tile_rows=4, tile_columns=4, step=3)
    assert said(found, "right").startswith("Queries 5 to 8 end as in the whole matrix, within ")
    assert said(run("tiles", normal(8, 8), show="end"), "right").startswith("All queries end ")


def test_a_window_is_compared_under_the_same_window_and_says_what_it_changes() -> None:
    scenario = load("by-hand")
    found = run("tiles", scenario, way="window", window=1, step=1)
    # Alone with itself token a has its own value (2, 0); with all keys it has 1.604, 0.599.
    assert "Query 1 ends exactly as in the whole matrix under the same window; without it" in said(found)
    np.testing.assert_allclose(found.numbers["without_mask"], 0.599, atol=5e-4)


def test_a_window_that_hides_nothing_is_not_said_to_change_anything() -> None:
    scenario = replace(load("by-hand"), mask=Mask(causal=True))
    assert "without it" not in said(run("tiles", scenario, way="window", window=3, step=1))


def test_t_squared_appears_where_the_window_is_as_long_as_the_text() -> None:
    assert "T² never" in said(run("tiles", normal(12, 12), way="window", window=3, step=1))
    assert "T² never" not in said(run("tiles", normal(12, 12), way="window", window=12, step=1))


def test_one_tile_over_everything_is_not_called_never_stored() -> None:
    picture_of_all = picture(run("tiles", normal(4, 4), tile_rows=4, tile_columns=4))
    assert picture_of_all.title == "Scaled scores, all of them stored"


def test_a_number_has_one_colour_before_and_after_and_at_every_step_of_its_block() -> None:
    ends = set()
    for step in (1, 2, 3, 4):
        found = run("tiles", normal(8, 8), tile_rows=8, tile_columns=2, step=step)
        ends |= {matrix(found, name).ends for name in ("before", "output", "divided")}
    ((low, high),) = ends
    last = matrix(run("tiles", normal(8, 8), tile_rows=8, tile_columns=2, step=4), "output").values
    assert -low == high >= np.abs(last).max()


def test_scores_of_all_tiles_are_on_the_scale_of_the_head() -> None:
    scenario = load("by-hand")
    ends = {matrix(run("tiles", scenario, step=step), "scores").ends for step in (1, 3, 6)}
    np.testing.assert_allclose(sorted(ends), [(-4 / np.sqrt(2), 4 / np.sqrt(2))])  # of c: (2, 1) · (1, 2) = 4


def test_the_quotient_is_filled_in_at_the_last_tile_of_a_block() -> None:
    waits, done = (matrix(run("tiles", load("by-hand"), step=step), "divided") for step in (2, 3))
    assert waits.waits == "after the last tile"
    assert np.isnan(waits.values).all()
    assert done.waits == ""
    np.testing.assert_allclose(done.values, [[1.604, 0.599], [1.720, 0.716]], atol=5e-4)  # unit 2


def test_scores_are_called_what_the_board_calls_their_stage() -> None:
    scenario = load("by-hand")
    for changed, title in (
        (scenario, "Scaled scores of the tile"),
        (replace(scenario, mask=Mask(causal=True)), "Masked scores of the tile"),
        (replace(scenario, temperature=2.0), "Tempered scores of the tile"),
        (replace(scenario, scale=False), "Scores of the tile"),
    ):
        assert matrix(run("tiles", changed), "scores").title == title


def test_a_maximum_that_grows_is_marked_with_its_factor() -> None:
    found = run("tiles", load("by-hand"), step=3)  # of b, from 1.414 to 2.121
    table = next(one for one in found.exhibits if one.name == "state")
    assert isinstance(table, Table)
    assert table.strong == ((1, 2), (1, 3))


def test_it_is_said_what_bold_numbers_are() -> None:
    found = run("tiles", load("by-hand"), step=3)
    assert "bold where the max grew" in next(one for one in found.exhibits if one.name == "state").subtitle


@pytest.mark.parametrize("way", ["window", "full"])
def test_an_output_that_has_its_line_alone_says_what_it_is_on_small_pages_too(way: str) -> None:
    found = run("tiles", load("two-heads"), way=way)
    pages = (found.exhibits, *(cut.exhibits for cut in found.cuts))
    outputs = [one for page in pages for one in page if one.name == "output"]
    assert len(outputs) == len(pages)
    assert all(one.subtitle == "weights · V" for one in outputs)


def test_hidden_keys_are_marked_though_tiles_compute_them() -> None:
    found = picture(run("tiles", replace(normal(6, 6), mask=Mask(causal=True)), way="tiled"))
    np.testing.assert_array_equal(found.hidden, np.triu(np.ones((6, 6), dtype=bool), 1))


def test_scores_that_float32_cannot_tell_apart_are_no_symptom() -> None:
    for seed in range(5):
        random = np.random.default_rng(seed)
        Q, K = random.normal(size=(2, 24, 64))
        K = K[:1] + 1e-5 * K  # scores of some 10⁵ that lie so near to each other that the rounding of each decides
        scenario = Scenario(Direct(150 * Q, 150 * K, random.normal(size=(24, 4))), dtype="float32", scale=False)
        found = run("tiles", scenario, show="end", tile_rows=5, tile_columns=3)
        assert found.numbers["difference"] > 1e-3
        assert said(found, "symptom") == ""
        assert "float32 tells such scores no better apart" in said(found)


def test_a_step_further_on_makes_nothing_anew_but_its_block() -> None:
    from attnviz.labs.tiled import following

    scenario = normal(64, 64)
    run("tiles", scenario, step=1)
    first = following.follow(scenario, scenario.mask, 0, lambda _part: True)
    run("tiles", scenario, step=2)
    assert following.follow(scenario, scenario.mask, 0, lambda _part: True) is first


def test_what_is_kept_from_step_to_step_goes_with_its_scenario() -> None:
    import gc
    import weakref

    from attnviz.labs.tiled import following

    scenario = normal(6, 6)
    run("tiles", scenario)
    kept = weakref.ref(following.follow(scenario, scenario.mask, 0, lambda _part: True))
    assert kept() is not None
    del scenario
    gc.collect()
    assert kept() is None


def test_the_difference_is_a_table_without_colours() -> None:
    found = run("tiles", replace(normal(20, 20), dtype="float32"), show="end")
    table = next(one for one in found.exhibits if one.name == "difference")
    assert isinstance(table, Table)
    assert set(table.units[1:]) == {"rough"}
    assert matrix(found, "tiles").subtitle.endswith("6 of 20 queries, where they differ most")


def test_the_cost_of_one_size_is_told_once() -> None:
    same = {"show": "cost", "length": 8, "tile_rows": 8, "tile_columns": 8, "side": 8, "window": 8, "reach": 8}
    names = [one.name for one in run("tiles", normal(8, 8), **same).exhibits]
    assert names == ["moved_bars", "kept_bars", "moved", "here"]
    other = run("tiles", normal(8, 8), **{**same, "length": 64})
    moved = other.exhibits[2]
    assert isinstance(moved, Table)
    assert moved.columns[1:] == (
        "full, this scenario", "in tiles, this scenario", "full, T\u00a0=\u00a064", "in tiles, T\u00a0=\u00a064",
    )  # fmt: skip
    assert [row[0] for row in moved.rows[:2]] == ["moved in all", "kept meanwhile"]
    assert other.exhibits[4].title == "One head of T = 64"


def test_bytes_moved_and_kept_are_bars_on_one_scale() -> None:
    found = run("tiles", load("by-hand"), show="cost")
    moved, kept = found.exhibits[:2]
    assert isinstance(moved, Bars)
    assert isinstance(kept, Bars)
    assert (moved.high, moved.unit) == (kept.high, kept.unit) == (moved.values.max(), "bytes")
    np.testing.assert_array_equal(
        [*moved.values, *kept.values],
        [found.numbers[name] for name in ("bytes_moved_full_at_length", "bytes_moved_tiled",
                                          "bytes_kept_full_at_length", "bytes_kept_tiled")],
    )  # fmt: skip


def test_the_program_says_that_blocks_and_tiles_are_all_that_differs() -> None:
    programs = {
        way: code(run("tiles", normal(8, 8), show="program", way=way)).lines for way in ("tiled", "window", "cache")
    }
    assert "one query each, as it comes" in programs["cache"][0]
    assert any("all keys so far" in line for line in programs["cache"])
    assert any("in its window" in line for line in programs["window"])
    assert "all that differs" in said(run("tiles", load("by-hand"), show="program", way="cache"))


def test_no_line_of_any_program_is_longer_than_a_page_has_room_for() -> None:
    for way in ("full", "tiled", "causal", "window", "cache"):
        scenario = replace(normal(8, 8), mask=Mask(causal=True), temperature=2.0, softcap=5.0)
        assert max(map(len, code(run("tiles", scenario, show="program", way=way)).lines)) <= 64

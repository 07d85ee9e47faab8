"""What of thousands of tokens the laboratory of tiles opens on, names, and shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from test_tiles_lab import normal, picture
from trials import run, said

from attnviz import Direct, Mask, Scenario, load
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Code, Matrix, Table
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
    assert matrix(found, "scores").subtitle == "6 of 64 queries and 7 of 32 keys, with the largest shares"


def test_queries_whose_maximum_grows_are_shown_before_others() -> None:
    T = 32
    keys, queries = np.zeros((T, 1)), np.ones((T, 1))
    keys[0], keys[20] = 1.0, 2.0
    queries[:20] = 0.0  # to these all keys are equal: their maximum stays
    found = run("tiles", Scenario(Direct(queries, keys, keys)), tile_rows=32, tile_columns=16, step=2)
    table = next(one for one in found.exhibits if one.name == "state")
    assert isinstance(table, Table)
    assert [row[0] for row in table.rows] == [str(number) for number in range(21, 27)]
    assert all(float(row[3]) < 1 for row in table.rows)


def test_every_step_of_a_way_has_stand_ins_of_the_same_size() -> None:
    sizes = set()
    for step in (1, 2, 9):
        found = run("tiles", normal(10, 10), step=step, tile_rows=4, tile_columns=4)
        assert [one.name for one in found.widest] == [one.name for one in found.exhibits]
        sizes.add(tuple(one.values.shape for one in found.widest if isinstance(one, Matrix)))
    assert sizes == {((4, 4), (4, 4), (4, 4), (4, 4))}  # though the last block has two queries only


def test_the_equality_is_told_of_the_last_tile() -> None:
    found = run("tiles", normal(8, 8), tile_rows=4, tile_columns=4, step=1)
    assert said(found, "right").startswith("After the last tile the output")


def test_the_difference_is_a_table_without_colours() -> None:
    found = run("tiles", replace(normal(20, 20), dtype="float32"), show="end")
    table = next(one for one in found.exhibits if one.name == "difference")
    assert isinstance(table, Table)
    assert set(table.units[1:]) == {"rough"}
    assert matrix(found, "tiles").subtitle.endswith("6 of 20 queries, where they differ most")


def test_the_cost_of_one_size_is_told_once() -> None:
    same = {"show": "cost", "length": 8, "tile_rows": 8, "tile_columns": 8, "side": 8, "window": 8, "reach": 8}
    assert [one.name for one in run("tiles", normal(8, 8), **same).exhibits] == ["moved", "here"]
    other = run("tiles", normal(8, 8), **{**same, "length": 64})
    moved = other.exhibits[0]
    assert isinstance(moved, Table)
    assert moved.columns[1:] == (
        "ordinary, this scenario", "in tiles, this scenario", "ordinary, T = 64", "in tiles, T = 64",
    )  # fmt: skip
    assert other.exhibits[2].title == "One head of T = 64"


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

"""What a cell came from and what it feeds: against hand-made examples, against numbers nudged, and against itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios

from attnviz import Direct, GivenWeights, HiddenRow, Mask, Projected, Scenario, Trace, trace
from attnviz.engine import dependencies
from attnviz.engine import links as engine_links
from attnviz.engine.cells import Cell, Region
from attnviz.engine.dependencies import shape_of
from attnviz.engine.edits import set_block
from attnviz.engine.errors import NoSuchStage, Where
from attnviz.engine.links import feeds, query_path, sources
from attnviz.engine.stages import BY_NAME

BY_HAND = Projected([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1]], [[1, 1], [0, 1]], [[2, 0], [0, 1]])


def rows(name: str, head: int | None, start: int, stop: int, width: int) -> Region:
    return Region(name, head, (start, stop), (0, width))


def test_a_weight_came_from_its_query_and_from_all_keys() -> None:
    assert sources(trace(Scenario(BY_HAND)), Cell("weights", 0, 1, 2)) == (
        rows("X", None, 0, 3, 2), rows("W_Q", None, 0, 2, 2), rows("W_K", None, 0, 2, 2),
        rows("queries", 0, 1, 2, 2), rows("keys", 0, 0, 3, 2), rows("scores", 0, 1, 2, 3), rows("scaled", 0, 1, 2, 3),
        rows("masked", 0, 1, 2, 3), rows("exponentials", 0, 1, 2, 3),
    )  # fmt: skip


def test_a_score_came_from_one_query_and_one_key() -> None:
    assert sources(trace(Scenario(BY_HAND)), Cell("scores", 0, 1, 2)) == (
        rows("X", None, 1, 3, 2), rows("W_Q", None, 0, 2, 2), rows("W_K", None, 0, 2, 2),
        rows("queries", 0, 1, 2, 2), rows("keys", 0, 2, 3, 2),
    )  # fmt: skip


def test_under_a_causal_mask_later_tokens_reach_no_earlier_output() -> None:
    traced = trace(Scenario(BY_HAND, mask=Mask(causal=True)))
    found = sources(traced, Cell("output", None, 0, 1))
    assert rows("X", None, 0, 1, 2) in found
    assert rows("keys", 0, 0, 1, 2) in found
    assert Region("weights", 0, (0, 1), (0, 1)) in found


def test_a_hidden_weight_came_from_nothing_and_feeds_nothing() -> None:
    traced = trace(Scenario(BY_HAND, mask=Mask(causal=True)))
    for name in ("masked", "exponentials", "weights"):
        assert sources(traced, Cell(name, 0, 0, 2)) == ()
        assert feeds(traced, Cell(name, 0, 0, 2)) == ()
    assert feeds(traced, Cell("scaled", 0, 0, 2)) == ()


def test_a_value_feeds_one_column_of_the_output_and_no_weight() -> None:
    assert feeds(trace(Scenario(BY_HAND)), Cell("values", 0, 2, 1)) == tuple(
        Region(name, head, (0, 3), (1, 2))
        for name, head in (("head_output", 0), ("concatenated", None), ("output", None))
    )


def test_a_query_feeds_only_its_own_row() -> None:
    found = feeds(trace(Scenario(BY_HAND)), Cell("queries", 0, 1, 0))
    assert {region.name for region in found} >= {"scores", "weights", "output"}
    assert all(region.rows == (1, 2) for region in found)


def test_a_key_feeds_one_column_of_the_scores_and_every_weight() -> None:
    found = {region.name: region for region in feeds(trace(Scenario(BY_HAND)), Cell("keys", 0, 1, 0))}
    assert found["masked"].columns == (1, 2)
    assert found["weights"] == rows("weights", 0, 0, 3, 3)


def test_a_key_behind_a_causal_mask_feeds_only_the_queries_that_see_it() -> None:
    traced = trace(Scenario(BY_HAND, mask=Mask(causal=True)))
    found = feeds(traced, Cell("keys", 0, 1, 0))
    assert Region("weights", 0, (1, 2), (0, 2)) in found
    assert Region("weights", 0, (2, 3), (0, 3)) in found
    assert rows("output", None, 1, 3, 2) in found


def test_a_column_of_W_Q_feeds_only_the_head_that_takes_it() -> None:
    rng = np.random.default_rng(0)
    scenario = Scenario(Projected(*(rng.normal(size=shape) for shape in ((3, 2), (2, 4), (2, 4), (2, 4)))), heads=2)
    found = feeds(trace(scenario), Cell("W_Q", None, 0, 3))
    assert {region.head for region in found} == {1, None}
    assert Region("queries", 1, (0, 3), (1, 2)) in found
    assert Region("output", None, (0, 3), (2, 4)) in found


def test_W_O_lets_every_head_reach_every_output() -> None:
    rng = np.random.default_rng(0)
    shapes = ((3, 2), (2, 4), (2, 4), (2, 4), (4, 5))
    traced = trace(Scenario(Projected(*(rng.normal(size=shape) for shape in shapes)), heads=2))
    assert rows("output", None, 0, 3, 5) in feeds(traced, Cell("W_V", None, 0, 3))
    found = sources(traced, Cell("output", None, 1, 4))
    assert Region("W_O", None, (0, 4), (4, 5)) in found
    assert {region.head for region in found if region.name == "weights"} == {0, 1}


def test_a_shared_key_feeds_every_query_head_that_reads_it() -> None:
    traced = trace(Scenario(Direct(np.ones((2, 4)), np.ones((2, 2)), np.ones((2, 2))), heads=4, kv_heads=2))
    found = feeds(traced, Cell("keys", 1, 0, 0))
    assert {region.head for region in found if region.name == "scores"} == {0, 1}
    listed = sources(traced, Cell("scores", 3, 0, 1))
    assert [region.head for region in listed if region.name == "keys"] == [2, 3]


def test_an_exponential_came_from_its_own_score_unless_it_is_shifted() -> None:
    plain, shifted = (trace(Scenario(Direct([[size]], [[1], [2]], [[1], [1]]))) for size in (1.0, 100.0))
    assert Region("masked", 0, (0, 1), (1, 2)) in sources(plain, Cell("exponentials", 0, 0, 1))
    assert Region("masked", 0, (0, 1), (0, 2)) in sources(shifted, Cell("exponentials", 0, 0, 1))


def test_given_weights_come_from_nothing_and_feed_their_row() -> None:
    traced = trace(Scenario(GivenWeights(np.full((1, 2, 2), 0.5), np.eye(2))))
    assert sources(traced, Cell("weights", 0, 0, 0)) == ()
    assert rows("output", None, 0, 1, 2) in feeds(traced, Cell("weights", 0, 0, 0))
    assert Region("V", None, (0, 2), (1, 2)) in sources(traced, Cell("output", None, 0, 1))


def test_a_bias_of_minus_infinity_hides_the_score_it_is_added_to() -> None:
    traced = trace(Scenario(BY_HAND, bias=[[0, -np.inf, 0], [0, 0, 0], [0, 0, 0]]))
    assert feeds(traced, Cell("scaled", 0, 0, 1)) == ()
    assert Region("biased", 0, (0, 1), (1, 2)) in feeds(traced, Cell("bias", None, 0, 1))


def test_links_work_while_a_row_is_hidden() -> None:
    traced = trace(Scenario(BY_HAND, mask=Mask(custom=np.array([[1, 1, 1], [0, 0, 0], [1, 1, 1]]) > 0)))
    assert isinstance(traced.compute(), HiddenRow)
    assert rows("queries", 0, 1, 2, 2) in sources(traced, Cell("scores", 0, 1, 0))
    assert all(region.rows[0] != 1 for region in feeds(traced, Cell("W_V", None, 0, 0)) if region.name == "output")


def test_links_work_while_a_score_overflows() -> None:
    traced = trace(Scenario(Direct([[1e200], [1.0]], [[1e200], [1.0]], [[1.0], [2.0]])))
    assert traced.compute() is not None
    assert rows("weights", 0, 0, 1, 2) in feeds(traced, Cell("Q", None, 0, 0))


def test_the_path_of_a_query_is_its_row_from_X_to_the_output() -> None:
    traced = trace(Scenario(BY_HAND))
    path = query_path(traced, 0, 1)
    assert [region.name for region in path] == [
        "X", "queries", "scores", "scaled", "masked", "exponentials", "weights", "head_output", "concatenated",
        "output",
    ]  # fmt: skip
    assert all(region.rows == (1, 2) for region in path)


def test_the_path_of_a_query_given_directly_starts_at_its_heads_part_of_Q() -> None:
    traced = trace(Scenario(Direct(np.ones((2, 4)), np.ones((2, 4)), np.ones((2, 4))), heads=2))
    assert query_path(traced, 1, 0)[0] == Region("Q", None, (0, 1), (2, 4))


@pytest.mark.parametrize("find", [sources, feeds])
def test_a_cell_that_does_not_exist_is_refused(find: object) -> None:
    traced = trace(Scenario(BY_HAND))
    with pytest.raises(
        NoSuchStage, match=r"^weights, row 4, column 1 does not exist: weights is 3×3\. Choose"
    ) as caught:
        find(traced, Cell("weights", 0, 3, 0))  # type: ignore[operator]
    assert caught.value.where == Where("weights", 3, 0)
    for cell in (Cell("weights", 1, 0, 0), Cell("capped", 0, 0, 0), Cell("X", None, -1, 0)):
        with pytest.raises(NoSuchStage):
            find(traced, cell)  # type: ignore[operator]


@given(scenarios(), st.data())
def test_a_cell_feeds_exactly_those_that_came_from_it(scenario: Scenario, data: st.DataObject) -> None:
    traced = trace(scenario)
    here, there = any_cell(data, traced), any_cell(data, traced)
    assert holds(feeds(traced, here), there) == holds(sources(traced, there), here)


@given(scenarios(exact=True), st.data())
def test_nudging_an_input_changes_only_cells_that_it_feeds(scenario: Scenario, data: st.DataObject) -> None:
    traced = trace(scenario)
    name = data.draw(st.sampled_from([name for name, _ in scenario.inputs.items()]))
    head = data.draw(st.integers(0, scenario.heads - 1)) if name == "weights" else None
    values = traced.at(name, head)
    row, column = (data.draw(st.integers(0, size - 1)) for size in values.shape)
    nudged = trace(set_block(scenario, name, row, column, [[values[row, column] + 0.5]], head=head))
    # Beyond e^80 all exponentials of a head change their form at once; what feeds what is told for one form.
    heads = range(scenario.heads) if "masked" in traced.stages else ()
    assume(all(traced.shifted(head) == nudged.shifted(head) for head in heads))
    found = feeds(traced, Cell(name, head, row, column))
    for changed in changed_cells(traced, nudged):
        assert holds(found, changed) or (changed.name, changed.row, changed.column) == (name, row, column)


@given(scenarios(kinds="pd", exact=True, hide=False), st.data())
def test_nudging_an_input_changes_every_output_that_it_feeds(scenario: Scenario, data: st.DataObject) -> None:
    scenario = replace(scenario, scale=0.05, softcap=None)  # small scores, so that no weight is too small to change
    traced = trace(scenario)
    if scenario.sizes.S == 1 or hides_a_row(scenario):
        return  # a single key has weight 1 whatever its score is
    name = data.draw(st.sampled_from([name for name, _ in scenario.inputs.items()]))
    values = traced.at(name)
    row, column = (data.draw(st.integers(0, size - 1)) for size in values.shape)
    nudged = trace(set_block(scenario, name, row, column, [[values[row, column] + 0.5]]))
    changed = {(cell.row, cell.column) for cell in changed_cells(traced, nudged) if cell.name == "output"}
    expected = {
        (i, j)
        for region in feeds(traced, Cell(name, None, row, column))
        if region.name == "output"
        for i in range(*region.rows)
        for j in range(*region.columns)
    }
    if name != "b_K":  # the same number added to every score of a row cancels out
        assert changed == expected


@given(scenarios(), st.data())
def test_regions_do_not_overlap_and_leave_out_the_cell_itself(scenario: Scenario, data: st.DataObject) -> None:
    traced = trace(scenario)
    cell = any_cell(data, traced)
    for found in (sources(traced, cell), feeds(traced, cell)):
        covered = [
            (region.name, region.head, row, column)
            for region in found
            for row in range(*region.rows)
            for column in range(*region.columns)
        ]
        assert len(covered) == len(set(covered))
        assert (cell.name, cell.head, cell.row, cell.column) not in covered


def any_cell(data: st.DataObject, traced: Trace) -> Cell:
    """A cell of any stage or input."""
    inputs = [name for name, _ in traced.scenario.inputs.items() if name not in traced.stages]
    name = data.draw(st.sampled_from([*traced.stages, *inputs]))
    whole = name in inputs or name in ("concatenated", "output")
    head = None if whole else data.draw(st.integers(0, traced.sizes.heads - 1))
    return Cell(name, head, *(data.draw(st.integers(0, length - 1)) for length in shape_of(traced, name)))


def holds(regions: Iterable[Region], cell: Cell) -> bool:
    return any((r.name, r.head) == (cell.name, cell.head) and r.holds(cell.row, cell.column) for r in regions)


def changed_cells(before: Trace, after: Trace) -> list[Cell]:
    """Every cell of every stage whose number differs between two traces of one shape."""
    found = []
    before.compute(), after.compute()
    for name in before.stages:
        heads = (None,) if name in ("concatenated", "output") else range(before.sizes.heads)
        for head in heads:
            left, right = before.peek(name, head), after.peek(name, head)
            if left is not None and right is not None:
                found += [Cell(name, head, int(i), int(j)) for i, j in np.argwhere(left != right)]
    return found


@given(scenarios(), st.data())
def test_of_a_cell_of_one_head_other_heads_need_not_be_looked_at(scenario: Scenario, data: st.DataObject) -> None:
    assume(not hides_a_row(scenario))
    traced = trace(scenario)
    name = data.draw(st.sampled_from([name for name in traced.stages if BY_NAME[name].per_head]))
    rows, columns = shape_of(traced, name)
    place = (st.integers(0, most - 1) for most in (scenario.sizes.heads, rows, columns))
    cell = Cell(name, *(data.draw(number) for number in place))
    found = sources(traced, cell), feeds(traced, cell)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_links, "_heads_about", lambda *_: None)
        alone = trace(scenario)
        assert found == (sources(alone, cell), feeds(alone, cell))


def test_the_pairs_of_no_other_of_hundreds_of_heads_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    pairs = dependencies.visible_pairs
    monkeypatch.setattr(dependencies, "visible_pairs", lambda of, head: read.append(head) or pairs(of, head))
    numbers = np.random.default_rng(1)
    given = Direct(*(numbers.normal(size=(3, columns)) for columns in (400, 200, 200)))
    traced = trace(Scenario(given, heads=200, kv_heads=100))
    cell = Cell("weights", 31, 1, 2)
    assert {region.head for region in (*sources(traced, cell), *feeds(traced, cell))} == {None, 30, 31}
    assert set(read) == {30, 31}

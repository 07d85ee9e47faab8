"""What a trace of many tokens keeps within its budget, what goes first, and what outlives its own numbers."""

from __future__ import annotations

from dataclasses import replace
from weakref import ref

import numpy as np
import pytest
from large_layers import HEADS, MAP, large

from attnviz import Direct, Mask, Scenario, trace
from attnviz.engine.budget import LARGEST_BUDGET, usual_budget
from attnviz.engine.edits import set_cell
from attnviz.engine.errors import FieldError
from attnviz.engine.results import Known


def test_large_results_stay_within_the_budget() -> None:
    traced = trace(large(), budget=3 * MAP)
    for name in ("scores", "scaled", "masked", "exponentials", "weights"):
        traced.at(name, 0)
        assert traced.store.used <= 3 * MAP
    assert [traced.peek(name, 0) is not None for name in ("scores", "scaled", "masked", "exponentials", "weights")] == [
        False, False, True, True, True,
    ]  # fmt: skip


@pytest.mark.parametrize(("tokens", "heads"), [(350, 40), (128, 256), (1024, 5)])
def test_nothing_beyond_the_budget_is_alive_however_many_heads_there_are(tokens: int, heads: int) -> None:
    random = np.random.default_rng(3)
    Q, K, V = (random.normal(size=(tokens, 2 * heads)) for _ in range(3))
    head = tokens * tokens * 8  # bytes of its weights
    traced = trace(Scenario(inputs=Direct(Q, K, V), heads=heads, dtype="float64"), budget=4 * head)
    given = [ref(traced.at("weights", one)) for one in range(heads)]
    assert sum(one() is not None for one in given) <= 4
    assert traced.store.used <= 4 * head


def test_what_is_read_again_is_not_the_oldest() -> None:
    traced = trace(large(), budget=2 * MAP)
    traced.at("scores", 0)
    traced.at("weights", 0)
    traced.at("scores", 0)
    traced.at("masked", 0)
    assert traced.peek("scores", 0) is not None
    assert traced.peek("weights", 0) is None


@pytest.mark.parametrize("budget", [-1, 1.5, "much", True])
def test_a_budget_that_is_no_number_of_bytes_is_refused(budget: object) -> None:
    with pytest.raises(FieldError, match="budget is"):
        trace(large(), budget=budget)  # type: ignore[arg-type]


def test_traces_that_came_from_each_other_share_one_budget() -> None:
    first = trace(large(), budget=2 * MAP)
    first.at("weights", 0)
    second = trace(replace(first.scenario, temperature=2.0), first)
    second.at("weights", 0)
    second.at("weights", 1)
    assert first.peek("weights", 0) is None
    assert first.store.used <= 2 * MAP


def test_what_was_dropped_comes_back_with_the_same_numbers() -> None:
    traced = trace(large(mask=Mask(causal=True)), budget=MAP)
    before = traced.at("weights", 0).copy()
    traced.at("weights", 1)
    assert traced.peek("weights", 0) is None
    assert np.array_equal(traced.at("weights", 0), before)


def test_things_of_some_megabytes_outlive_the_numbers_up_to_an_eighth_of_the_budget() -> None:
    traced = trace(large(), budget=5 * MAP)  # 21 MB, of which an eighth is 2.6
    for head in range(HEADS):
        traced.at("weights", head)
        traced.made("weights", head).update(thing=np.zeros(1_900_000, np.uint8), large=np.zeros(9_000_000, np.uint8))
        traced.at("weights", head)
    assert traced.store.used <= 5 * MAP
    assert [sorted(traced.made("weights", head)) for head in range(HEADS)] == [[], [], ["thing"], ["large", "thing"]]
    assert [traced.peek("weights", head) is not None for head in range(HEADS)] == [False, False, False, True]


def test_results_are_not_counted_when_their_trace_is_gone() -> None:
    traced = trace(large())
    store = traced.store
    traced.at("weights", 0)
    assert store.used >= MAP
    del traced
    assert store.used == 0


class Thing:
    def __init__(self, nbytes: int) -> None:
        self.nbytes = nbytes


def test_small_things_made_of_a_result_outlive_it_and_large_ones_do_not() -> None:
    traced = trace(large(), budget=2 * MAP)
    traced.at("weights", 0)
    traced.made("weights", 0)["small"] = Thing(1000)
    traced.made("weights", 0)["large"] = Thing(MAP + 1)
    traced.at("weights", 1)
    traced.at("weights", 2)
    assert traced.peek("weights", 0) is None
    assert list(traced.made("weights", 0)) == ["small"]


def test_what_was_made_is_handed_on_with_its_result() -> None:
    first = trace(large())
    first.at("weights", 1)
    first.made("weights", 1)["thumb"] = Thing(1)
    second = trace(set_cell(first.scenario, "W_Q", 0, 0, 4.0), first)
    assert "thumb" in second.made_before("weights", 1)
    second.at("weights", 1)
    assert "thumb" in second.made("weights", 1)


def test_the_usual_budget_is_no_more_than_400_mb() -> None:
    assert 0 < usual_budget() <= LARGEST_BUDGET == 400_000_000


def test_what_another_thread_puts_in_while_a_result_is_measured_or_emptied_stays() -> None:
    known = Known((), np.zeros(9_000, np.float64))
    kept = known.made  # whoever makes several things of a result holds on to it

    class Measured:
        """Something that another thread adds to just when its size is asked."""

        @property
        def nbytes(self) -> int:
            kept[f"late {len(kept)}"] = np.zeros(9, np.uint8)
            return 2_000_000

    kept["large"] = Measured()
    assert known.nbytes == 2_072_000
    known.drop()
    kept["last"] = np.zeros(9, np.uint8)
    assert sorted(known.made) == ["last", "late 1", "late 2"]

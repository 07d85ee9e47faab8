"""What blocks refuse: the same faults, at the same places and in the same order as whole matrices show them."""

from __future__ import annotations

import contextlib
import threading

import numpy as np
import pytest
from chains import random_chain

from attnviz import HiddenRow, Mask
from attnviz.engine.blocks import Chain, mixed, shifted, stage_of
from attnviz.engine.errors import Overflow, Stopped, Where

LARGEST = float(np.finfo(np.float64).max)


def spiked(settings: dict[str, object] | None = None, **spikes: float) -> Chain:
    """Six queries and keys of one number, 1, but where a query is said to be more: q3=1e200 is query 4."""
    queries = np.ones((6, 1))
    for name, value in spikes.items():
        queries[int(name[1:])] = value
    return Chain(queries, np.ones((6, 1)), **(settings or {}))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["scores", "scaled", "masked", "weights"])
@pytest.mark.parametrize("rows", [1, 2, 4, None])
def test_scores_too_large_are_refused_by_stage_row_and_column(name: str, rows: int | None) -> None:
    own = spiked(q4=1e200)._replace(keys=np.array([[1.0], [1], [1e200], [1], [1], [1]]))
    with pytest.raises(Overflow, match="scores, head 3, row 5, column 3 is too large for float64") as caught:
        stage_of(own, name, head=2, rows=rows)
    assert caught.value.where == Where("scores", 4, 2, 2)


def test_a_later_stage_is_told_only_if_no_earlier_one_fails_in_any_row() -> None:
    own = spiked({"factor": 1e150}, q1=1e160, q5=1e300)._replace(keys=np.array([[1.0], [1], [1], [1], [1], [1e10]]))
    with pytest.raises(Overflow) as caught:
        stage_of(own, "weights", rows=2)
    assert caught.value.where == Where("scores", 5, 5)  # though row 2 fails when it is scaled
    with pytest.raises(Overflow) as caught:
        stage_of(own._replace(queries=own.queries[:5]), "weights", rows=2)
    assert caught.value.where == Where("scaled", 1, 0)


def test_what_a_stage_does_not_use_cannot_fail_it() -> None:
    own = spiked({"factor": 1e150}, q1=1e160)
    assert stage_of(own, "scores")[1, 0] == 1e160


def test_a_score_behind_the_mask_must_fit_too() -> None:
    own = spiked({"mask": Mask(causal=True)}, q0=1e200)._replace(keys=np.array([[1.0], [1], [1], [1], [1], [1e200]]))
    with pytest.raises(Overflow) as caught:
        mixed(own, np.ones((6, 1)), rows=2)
    assert caught.value.where == Where("scores", 0, 5)


@pytest.mark.parametrize(
    ("settings", "where"),
    [
        ({"bias": np.full((6, 6), LARGEST), "factor": LARGEST / 2}, Where("biased", 0, 0)),
        ({"bias": np.full((6, 6), -1e300), "temperature": 1e-10}, Where("tempered", 0, 0)),
        ({"slope": -1e6, "temperature": 1e-303}, Where("tempered", 0, 1)),
    ],
)
def test_biases_and_temperatures_that_overflow_are_told_by_their_stage(
    settings: dict[str, object], where: Where
) -> None:
    for compute in (lambda own: stage_of(own, "weights", rows=2), lambda own: mixed(own, np.ones((6, 1)), rows=2)):
        with pytest.raises(Overflow) as caught:
            compute(spiked(settings))
        assert caught.value.where == where


def test_a_bias_of_minus_infinity_beside_large_ones_hides_and_does_not_overflow() -> None:
    bias = np.full((6, 6), -1e300)
    bias[:, 0] = -np.inf
    weights = stage_of(spiked({"bias": bias}), "weights", rows=2)
    np.testing.assert_allclose(weights, [[0, 0.2, 0.2, 0.2, 0.2, 0.2]] * 6)


def test_scores_near_the_largest_number_are_scores() -> None:
    own = Chain(np.array([[LARGEST], [1.0]]), np.array([[1.0], [0.5]]))
    assert stage_of(own, "scores").tolist() == [[LARGEST, LARGEST / 2], [1.0, 0.5]]
    assert stage_of(own, "weights")[0].tolist() == [1.0, 0.0]


def test_values_whose_mean_fits_are_mixed_though_their_sum_does_not() -> None:
    output = mixed(spiked(), np.full((6, 1), LARGEST / 2))
    np.testing.assert_allclose(output, LARGEST / 2, rtol=1e-12)


@pytest.mark.parametrize("score", [39.0, -39.0])
@pytest.mark.parametrize("value", [1e35, 1e-30])
def test_float32_values_of_any_size_are_mixed_with_scores_of_some_size(score: float, value: float) -> None:
    own = Chain(np.full((4, 1), score, np.float32), np.ones((30, 1), np.float32))
    output = mixed(own, np.full((30, 1), value, np.float32))
    np.testing.assert_allclose(output, np.float32(value), rtol=2e-6)


@pytest.mark.parametrize("small", [1e-20, 1e-28, 1e-34])
def test_values_far_smaller_than_those_beside_them_keep_their_digits(small: float) -> None:
    alike = np.full((8, 4), [6.2, 0, 0, 0], dtype=np.float32)  # scores of −38.44, which a softmax does not tell apart
    values = np.tile(np.array([1, small, 0], dtype=np.float32), (8, 1))
    np.testing.assert_allclose(mixed(Chain(alike, -alike, 1.0), values), values, rtol=1e-6)


def test_the_mean_of_the_largest_values_is_a_number_or_refused_but_never_infinite() -> None:
    own = Chain(np.array([[0.1]]), np.array([[0.1], [0.3]]))
    with contextlib.suppress(Overflow):
        assert np.isfinite(mixed(own, np.full((2, 1), LARGEST))).all()


@pytest.mark.parametrize("rows", [1, 2, None])
def test_the_first_row_that_sees_no_key_is_named(rows: int | None) -> None:
    table = np.ones((6, 6), dtype=bool)
    table[[3, 5]] = False
    for amount in (1.0, 1e4):  # plain and shifted exponentials
        own = spiked({"mask": Mask(custom=table), "factor": amount})
        for compute in (
            lambda own=own: stage_of(own, "weights", rows=rows),
            lambda own=own: stage_of(own, "exponentials", rows=rows),
            lambda own=own: mixed(own, np.ones((6, 1)), rows=rows),
        ):
            with pytest.raises(HiddenRow, match="Query 4 sees no key") as caught:
                compute()
            assert caught.value.where == Where("masked", 3)


def test_scores_of_a_hidden_row_exist_up_to_the_mask() -> None:
    own = spiked({"mask": Mask(padding=tuple(range(6)))})
    assert np.isneginf(stage_of(own, "masked", rows=2)).all()
    assert not shifted(own)


def test_a_mask_that_hides_all_keys_hides_the_first_row_first() -> None:
    with pytest.raises(HiddenRow, match="Query 1 sees no key"):
        mixed(spiked({"mask": Mask(padding=tuple(range(6)))}), np.ones((6, 1)))


@pytest.mark.parametrize("decimals", [None, 2])
def test_work_that_is_told_to_stop_stops_before_the_next_block(decimals: int | None) -> None:
    told: list[float] = []

    def report(part: float) -> bool:
        told.append(part)
        assert threading.current_thread() is threading.main_thread()
        return len(told) < 3

    own = random_chain(40, 40, decimals=decimals)
    for compute in (
        lambda: stage_of(own, "weights", rows=4, report=report),
        lambda: mixed(own, np.ones((40, 2), np.float32), rows=4, report=report),
    ):
        told.clear()
        with pytest.raises(Stopped):
            compute()
        assert told == sorted(told)
        assert len(told) == 3
        assert told[-1] < 0.5


@pytest.mark.parametrize("name", ["masked", "exponentials", "weights"])
@pytest.mark.parametrize("settings", [{}, {"factor": 1e4}, {"decimals": 3}])
def test_progress_only_grows_and_ends_short_of_the_whole(name: str, settings: dict[str, object]) -> None:
    told: list[float] = []
    stage_of(random_chain(40, 40, **settings), name, rows=4, report=lambda part: told.append(part) or True)
    assert told == sorted(told)
    assert told[0] == 0
    assert 0.5 < told[-1] < 1

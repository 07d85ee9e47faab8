"""Hundreds and thousands of tokens by blocks: PyTorch's answers, float64's within two millionths, little memory."""

from __future__ import annotations

import threading
import tracemalloc

import numpy as np
import pytest
from answers import Case, torch_cases
from chains import random_chain, reference
from test_torch_decoding import made_of
from torch_scenarios import close

from attnviz import Direct, Mask, Projected, Scenario, trace
from attnviz.engine import chains as chains_of_a_trace
from attnviz.engine import pool
from attnviz.engine.blocks import Chain, mixed, mixed_together, stage_of
from attnviz.engine.blocks import mixing as mixing_of_blocks
from attnviz.engine.blocks.folded import folded
from attnviz.engine.blocks.mixing import _mix as mix
from attnviz.engine.errors import AttentionError

SETTINGS = [
    {},
    {"mask": Mask(causal=True)},
    {"mask": Mask(causal=True, alignment="bottom_right", padding=(3, 77, 510, 511))},
    {"mask": Mask(window=(100, 30))},
    {"slope": 0.25, "mask": Mask(causal=True, alignment="bottom_right")},
    {"softcap": 2.0},
    {"temperature": 0.5},
    {"amount": 3.0},
]


def mask_of(case: Case) -> Mask:
    params = case.params
    padding = range(params.get("valid_keys", params["S"]), params["S"])
    return Mask("causal" in params, params.get("causal", "top_left"), tuple(padding))


@pytest.mark.parametrize("case", torch_cases("long"), ids=str)
def test_long_inputs_give_the_outputs_of_torch_without_weights(case: Case) -> None:
    rows, heads = case.params["rows"], []
    for queries, keys, values in zip(*made_of(case), strict=True):
        heads.append(mixed(Chain(queries, keys, 1 / np.sqrt(case.params["d"]), mask=mask_of(case)), values))
    output = np.stack(heads)
    close(output[:, rows], case.expected["Y_rows"], case)
    for name, measure in (("Y_sum", output), ("Y_abs", np.abs(output)), ("Y_sq", output**2)):
        close(measure.sum(axis=(1, 2)), case.expected[name], case)


@pytest.mark.parametrize("case", torch_cases("long"), ids=str)
def test_long_inputs_give_the_weights_and_log_sums_of_torch(case: Case) -> None:
    rows = case.params["rows"]
    for head, (queries, keys, values) in enumerate(zip(*made_of(case), strict=True)):
        own = Chain(queries, keys, 1 / np.sqrt(case.params["d"]), mask=mask_of(case))
        weights = stage_of(own, "weights")
        close(weights[rows] @ values, case.expected["Y_rows"][head], case)
        best = weights[rows].argmax(axis=1)
        scores = stage_of(own, "masked")[rows, best]
        close(scores - np.log(weights[rows, best]), case.expected["lse_rows"][head], case)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("shape", [(512, 512), (700, 1100)], ids=str)
def test_float32_lies_within_two_millionths_of_float64(settings: dict[str, object], shape: tuple[int, int]) -> None:
    own = random_chain(*shape, **settings)
    values = np.random.default_rng(1).normal(size=(shape[1], 16)).astype(np.float32)
    expected = reference(own, values)
    np.testing.assert_allclose(stage_of(own, "weights"), expected["weights"], rtol=0, atol=2e-6)
    np.testing.assert_allclose(mixed(own, values), expected["mixed"], rtol=0, atol=2e-6)


def test_heads_side_by_side_give_what_each_gives_alone() -> None:
    heads = [
        (random_chain(500, 600, seed, **settings), np.random.default_rng(seed).normal(size=(600, 8)).astype(np.float32))
        for seed, settings in enumerate(({}, {"mask": Mask(window=(90, 90))}, {"amount": 20.0}))
    ]
    together = mixed_together(heads)
    assert together is not None
    for (own, values), output in zip(heads, np.split(together, 3, axis=1), strict=True):
        np.testing.assert_array_equal(output, mixed(own, values))


@pytest.mark.parametrize(("rows", "by_one"), [(600, True), (512, False)], ids=["of two blocks", "of one block"])
def test_light_heads_are_prepared_one_by_one_and_mixed_by_several_threads(
    monkeypatch: pytest.MonkeyPatch, rows: int, by_one: bool
) -> None:
    monkeypatch.setattr(pool, "WORKERS", 2)
    heads = [(random_chain(rows, 512, seed), np.ones((512, 8), np.float32)) for seed in range(4)]
    preparing, prepared = threading.Lock(), []
    mixing = threading.Barrier(2, timeout=30)  # one thread alone would wait for the other in vain

    def noted(*of: object) -> object:
        assert preparing.acquire(blocking=False)
        prepared.append(threading.current_thread())
        found = folded(*of)
        preparing.release()
        return found

    def met(fast: object, *of: object) -> None:
        mixing.wait()
        mix(fast, *of)

    monkeypatch.setattr(mixing_of_blocks, "folded", noted)
    monkeypatch.setattr(mixing_of_blocks, "_mix", met)
    together = mixed_together(heads)
    assert len(prepared) == 4
    assert (set(prepared) == {threading.current_thread()}) == by_one
    np.testing.assert_allclose(together, np.ones((rows, 32)), rtol=2e-6)


@pytest.mark.parametrize("rows", [512, 600])
def test_heads_of_which_one_may_overflow_on_the_way_are_left_to_be_computed_by_themselves(rows: int) -> None:
    heads = [(random_chain(rows, 512, seed), np.full((512, 8), size, np.float32)) for seed, size in ((0, 1), (1, 1e35))]
    assert mixed_together(heads) is None
    np.testing.assert_allclose(mixed(*heads[1]), np.full((rows, 8), 1e35), rtol=2e-6)


@pytest.mark.parametrize("score", [-39.9, 0.0, 39.9, -1e6, 1e6])
@pytest.mark.parametrize("value", [1e15, 1e18, 1e34, 1e-37])
def test_values_as_large_as_they_may_be_come_out_as_they_are(score: float, value: float) -> None:
    own = Chain(np.full((512, 1), score, np.float32), np.ones((512, 1), np.float32))
    values = np.tile(np.float32([value, -value]), (512, 1))
    together = mixed_together([(own, values), (own, values)])
    assert together is not None
    np.testing.assert_allclose(together, np.tile(values, 2), rtol=2e-6)


@pytest.mark.parametrize("score", [-39.9, 0.0, 13.37, 39.9, 1e6])
@pytest.mark.parametrize("keys", [512, 1000, 4096])
def test_the_mean_of_equal_values_is_that_value(score: float, keys: int) -> None:
    """Each rounding of a sum of equal numbers may lean to one side: of five hundred they were 4e-6 away."""
    own = Chain(np.full((64, 1), score, np.float32), np.ones((keys, 1), np.float32))
    value = np.random.default_rng(0).uniform(1, 2, 256).astype(np.float32)
    output = mixed(own, np.tile(value, (keys, 1)))
    np.testing.assert_allclose(output.astype(np.float64), np.tile(value, (64, 1)), rtol=2e-6)


def test_rows_of_a_hundred_thousand_keys_still_sum_to_one() -> None:
    own = random_chain(3, 100_000)
    weights = stage_of(own, "weights")
    np.testing.assert_allclose(weights.sum(axis=1, dtype=np.float64), 1, rtol=2e-6)
    values = np.ones((100_000, 2), np.float32)
    np.testing.assert_allclose(mixed(own, values), 1, rtol=2e-6)


def test_an_output_without_weights_takes_a_few_megabytes() -> None:
    own = random_chain(3000, 3000)  # whose weights are 36 MB
    values = np.ones((3000, 16), np.float32)
    tracemalloc.start()
    try:
        mixed(own, values)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 5e6


def test_a_stage_takes_no_more_than_itself() -> None:
    own = random_chain(2048, 2048, mask=Mask(causal=True))
    tracemalloc.start()
    try:
        weights = stage_of(own, "weights")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1.3 * weights.nbytes


def test_outputs_of_some_heads_computed_together_cannot_be_made_writable() -> None:
    rng = np.random.default_rng(4)
    given = Direct(*(rng.normal(size=(512, 6)) for _ in range(3)))
    traced = trace(Scenario(given, heads=3))
    traced.at("head_output", 0)
    assert traced.output.shape == (512, 6)
    with pytest.raises(ValueError, match="WRITEABLE"):
        traced.at("head_output", 1).flags.writeable = True


def test_under_a_small_budget_no_head_is_computed_twice_for_an_output(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, counted = np.random.default_rng(5), []
    monkeypatch.setattr(chains_of_a_trace, "mixed", lambda *_, **__: counted.append(1))
    monkeypatch.setattr(
        chains_of_a_trace, "mixed_together", lambda heads, **how: counted.extend(heads) or mixed_together(heads, **how)
    )
    given = Direct(*(rng.normal(size=(1024, 3 * 160)) for _ in range(3)))
    assert trace(Scenario(given, heads=3), budget=0).output.shape == (1024, 480)
    assert len(counted) == 3


def test_of_two_faults_that_of_the_first_head_is_told_as_of_a_small_scenario() -> None:
    told = []
    for tokens in (16, 512):
        X, W = np.ones((tokens, 2), np.float32), np.ones((2, 6), np.float32)
        W_Q = np.repeat(np.float32([[1, 1, 3e38]]), 2, axis=1).repeat(2, axis=0)  # the queries of head 3 overflow
        bias = np.zeros((3, tokens, tokens), np.float32)
        bias[1, 9] = -np.inf
        scenario = Scenario(Projected(X, W_Q, W, W), heads=3, dtype="float32", bias=bias)
        with pytest.raises(AttentionError) as raised:
            trace(scenario).at("output")
        told.append(str(raised.value))
    assert told[0] == told[1]
    assert "sees no key" in told[0]

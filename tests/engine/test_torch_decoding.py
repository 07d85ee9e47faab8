"""PyTorch's decoding with a cache in chunks, and its long inputs, which are made by a formula."""

from __future__ import annotations

import numpy as np
import pytest
from answers import Case, side_by_side, torch_cases
from torch_scenarios import close

from attnviz import Direct, Mask, Projected, Scenario, attention, trace
from attnviz.engine.decoding import decode, difference
from attnviz.engine.mask import causal

LONG = torch_cases("long")


def decode_scenario(case: Case) -> Scenario:
    inputs = Projected(*(case.given[name] for name in ("X", "W_Q", "W_K", "W_V")))
    return Scenario(inputs, heads=case.params["H"], kv_heads=case.params["H_kv"], mask=Mask(causal=True))


@pytest.mark.parametrize("case", torch_cases("decode"), ids=str)
def test_decoding_in_chunks_gives_the_heads_and_the_cache_of_torch(case: Case) -> None:
    scenario = decode_scenario(case)
    steps = decode(scenario, case.params["chunks"])
    assert [step.stop - step.start for step in steps] == case.params["chunks"]
    close(np.concatenate([step.head_output for step in steps], axis=1), case.expected["heads"], case)
    close(np.concatenate([step.keys for step in steps], axis=1), case.expected["K_cache"], case)
    close(np.concatenate([step.values for step in steps], axis=1), case.expected["V_cache"], case)
    assert steps[-1].stored == case.expected["K_cache"].size + case.expected["V_cache"].size
    assert difference(scenario, steps) < case.tolerance


@pytest.mark.parametrize("case", torch_cases("decode"), ids=str)
def test_the_whole_causal_pass_gives_the_heads_and_the_cache_of_torch(case: Case) -> None:
    traced = trace(decode_scenario(case))
    for stage, name in (("head_output", "heads"), ("keys", "K_cache"), ("values", "V_cache")):
        close(getattr(traced, stage), case.expected[name], case)


@pytest.mark.parametrize("case", LONG, ids=str)
def test_long_inputs_give_the_outputs_of_torch(case: Case) -> None:
    params = case.params
    rows = params["rows"]
    queries, keys, made = params["T"], params["S"], made_of(case)
    allowed = None
    if "causal" in params:
        allowed = causal(queries, keys, params["causal"])
    if "valid_keys" in params:
        allowed = np.arange(keys)[np.newaxis] < params["valid_keys"]
    output, weights = attention(*made, allowed)
    close(output[:, rows], case.expected["Y_rows"], case)
    for name, measure in (("Y_sum", output), ("Y_abs", np.abs(output)), ("Y_sq", output**2)):
        close(measure.sum(axis=(1, 2)), case.expected[name], case)
    scores = made[0][:, rows] @ made[1].swapaxes(1, 2) / np.sqrt(params["d"])
    best = weights[:, rows].argmax(axis=-1)[..., np.newaxis]
    own = (np.take_along_axis(part, best, axis=-1)[..., 0] for part in (scores, weights[:, rows]))
    log_sums = next(own) - np.log(next(own))  # a weight is e^(score − log Σ exp)
    close(log_sums, case.expected["lse_rows"], case)


@pytest.mark.parametrize("case", LONG, ids=str)
def test_trace_gives_long_outputs_too(case: Case) -> None:
    params = case.params
    padding = range(params.get("valid_keys", params["S"]), params["S"])
    mask = Mask("causal" in params, params.get("causal", "top_left"), tuple(padding))
    inputs = Direct(*(side_by_side(values) for values in made_of(case)))
    traced = trace(Scenario(inputs, heads=params["H"], mask=mask))
    output = traced.head_output
    close(output[:, params["rows"]], case.expected["Y_rows"], case)
    for name, measure in (("Y_sum", output), ("Y_abs", np.abs(output)), ("Y_sq", output**2)):
        close(measure.sum(axis=(1, 2)), case.expected[name], case)


def made_of(case: Case) -> list[np.ndarray]:
    """Queries, keys and values, (h, rows, d)."""
    params = case.params
    counts = (params["T"], params["S"], params["S"])
    return [
        by_formula((params["H"], count, params["d"]), seed, amp)
        for count, seed, amp in zip(counts, params["gen_seed"], params["amp"], strict=True)
    ]


def by_formula(shape: tuple[int, ...], seed: int, amp: float) -> np.ndarray:
    """Element i is h(i + 1000003·seed), a hash in 32 bits, as a number within ±amp/2."""
    x = np.arange(np.prod(shape), dtype=np.uint64) + np.uint64(1000003 * seed)
    for factor, shift in ((2654435761, 15), (2246822519, 13)):
        x = x * np.uint64(factor) & np.uint64(0xFFFFFFFF)
        x ^= x >> np.uint64(shift)
    return (((x >> np.uint64(8)) / 2.0**24 - 0.5) * amp).reshape(shape)

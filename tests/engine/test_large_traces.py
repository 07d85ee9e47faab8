"""Traces of many tokens: each stage by itself, within a budget, and only what an edit touches anew."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from large_layers import D_MODEL, HEADS, T, large

from attnviz import Alibi, Direct, GivenWeights, HiddenRow, Mask, Projected, Scenario, load, trace
from attnviz.engine import chains
from attnviz.engine.edits import set_cell
from attnviz.engine.errors import FieldError, NotYet
from attnviz.engine.keeping import Want
from attnviz.engine.tracing import Trace


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a T×S stage, or an output without weights, was computed."""
    counts: Counter[str] = Counter()
    stage_of, mixed = chains.stage_of, chains.mixed

    def counted_stage(chain: object, name: str, **options: object) -> object:
        counts[name] += 1
        return stage_of(chain, name, **options)  # type: ignore[arg-type]

    def counted_mix(*operands: object, **options: object) -> object:
        counts["head_output"] += 1
        return mixed(*operands, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(chains, "stage_of", counted_stage)
    monkeypatch.setattr(chains, "mixed", counted_mix)
    return counts


def all_weights(traced: Trace) -> list[np.ndarray]:
    return [traced.at("weights", head) for head in range(HEADS)]


def test_nothing_is_computed_that_nobody_asks_for(computed: Counter[str]) -> None:
    trace(large()).at("weights", 2)
    assert computed == {"weights": 1}


def test_an_edit_in_one_head_leaves_the_other_heads_standing(computed: Counter[str]) -> None:
    first = trace(large())
    before = all_weights(first)
    computed.clear()
    third = 2 * D_MODEL // HEADS
    after = all_weights(trace(set_cell(first.scenario, "W_Q", 5, third, 3.0), first))
    assert [one is other for one, other in zip(before, after, strict=True)] == [True, True, False, True]
    assert computed == {"weights": 1}


def test_a_change_of_v_leaves_the_weights(computed: Counter[str]) -> None:
    first = trace(large())
    all_weights(first)
    outputs = [first.at("head_output", head) for head in range(HEADS)]
    computed.clear()
    second = trace(set_cell(first.scenario, "W_V", 0, 0, 9.0), first)
    assert [second.at("head_output", head) is outputs[head] for head in range(HEADS)] == [False, True, True, True]
    assert all_weights(second)[0] is first.at("weights", 0)
    assert computed == {"head_output": 1}


def test_a_temperature_leaves_the_scaled_scores_and_a_mask_the_tempered_ones(computed: Counter[str]) -> None:
    first = trace(large(temperature=2.0))
    for name in ("scores", "scaled", "tempered", "masked"):
        first.at(name, 0)
    warmer = trace(replace(first.scenario, temperature=3.0), first)
    hidden = trace(replace(first.scenario, mask=Mask(causal=True)), first)
    computed.clear()
    assert all(warmer.at(name, 0) is first.at(name, 0) for name in ("scores", "scaled"))
    assert all(hidden.at(name, 0) is first.at(name, 0) for name in ("scores", "scaled", "tempered"))
    assert not computed
    assert warmer.at("tempered", 0) is not first.at("tempered", 0)
    assert hidden.at("masked", 0) is not first.at("masked", 0)


def test_what_an_unseen_edit_left_standing_is_found_again(computed: Counter[str]) -> None:
    first = trace(large())
    first.at("weights", 1)
    unseen = trace(set_cell(first.scenario, "W_Q", 0, 0, 1.0), first)
    third = trace(set_cell(unseen.scenario, "W_Q", 0, 0, 2.0), unseen)
    computed.clear()
    assert third.at("weights", 1) is first.at("weights", 1)
    assert not computed


def test_a_deferred_trace_computes_nothing_and_remembers_what_was_missing(computed: Counter[str]) -> None:
    waiting = trace(large()).deferred()
    with pytest.raises(NotYet):
        waiting.at("weights", 3)
    assert list(waiting.asked.missing) == [Want("numbers", "weights", 3)]
    assert not computed


def test_a_deferred_trace_reads_what_its_twin_has_computed() -> None:
    traced = trace(large())
    waiting = traced.deferred()
    assert waiting.at("X").shape == (T, D_MODEL)  # what is given needs no waiting
    assert waiting.peek("scores", 0) is None
    assert traced.at("scores", 0) is waiting.at("scores", 0)


def test_the_exact_numbers_beside_rounded_ones_are_waited_for_too() -> None:
    traced = trace(large(pencil=2))
    waiting = traced.deferred()
    with pytest.raises(NotYet):
        waiting.exact.at("weights", 0)
    assert list(waiting.asked.missing) == [Want("numbers", "weights", 0, exact=True)]
    assert traced.exact.at("weights", 0) is waiting.exact.at("weights", 0)


def test_a_row_that_sees_no_key_is_named_and_the_stages_before_it_exist() -> None:
    custom = np.ones((T, T), dtype=bool)
    custom[41] = False
    traced = trace(large(mask=Mask(custom=custom), tokens=tuple(f"t{row}" for row in range(T))))
    assert np.isneginf(traced.at("masked", 0)[41]).all()
    with pytest.raises(HiddenRow, match="Query 42 “t41”"):
        traced.at("weights", 0)
    assert isinstance(traced.compute(), HiddenRow)


@pytest.mark.parametrize("stage", ["exponentials", "weights"])
@pytest.mark.parametrize("softcap", [None, 5.0])
@pytest.mark.parametrize(("row", "named"), [(41, "Query 42 "), (43, "Query 44 "), (42, "Query 42 ")])
def test_the_hidden_row_that_was_asked_for_is_named_before_others_of_its_block(
    row: int, named: str, softcap: float | None, stage: str
) -> None:
    custom = np.ones((T, T), dtype=bool)
    custom[[41, 43]] = False
    traced = trace(large(mask=Mask(custom=custom), softcap=softcap))
    with pytest.raises(HiddenRow, match=named):
        traced.row(stage, row, 0)


def reference(scenario: Scenario, head: int) -> dict[str, np.ndarray]:
    """Every stage of one head, written plainly, in float64."""
    inputs = scenario.inputs
    assert isinstance(inputs, Projected)
    columns = slice(head * 4, head * 4 + 4)
    X = inputs.X.astype(np.float64)
    q, k, v = (X @ matrix.astype(np.float64)[:, columns] for matrix in (inputs.W_Q, inputs.W_K, inputs.W_V))
    found = {"scores": q @ k.T}
    found["scaled"] = found["scores"] / 2
    found["capped"] = 3 * np.tanh(found["scaled"] / 3)
    found["tempered"] = found["capped"] / 0.7
    found["masked"] = np.where(np.tri(T, dtype=bool), found["tempered"], -np.inf)
    found["exponentials"] = np.exp(found["masked"])
    found["weights"] = found["exponentials"] / found["exponentials"].sum(axis=1, keepdims=True)
    found["head_output"] = found["weights"] @ v
    return found


@pytest.mark.parametrize("head", range(HEADS))
def test_every_stage_agrees_with_plain_arithmetic(head: int) -> None:
    scenario = large(mask=Mask(causal=True), softcap=3.0, temperature=0.7)
    traced = trace(scenario)
    for name, wanted in reference(scenario, head).items():
        np.testing.assert_allclose(traced.at(name, head), wanted, rtol=2e-5, atol=2e-6, err_msg=name)


@pytest.mark.parametrize("settings", [
    {}, {"mask": Mask(causal=True)}, {"mask": Mask(window=(40, 3)), "temperature": 0.5}, {"pencil": 3},
    {"scale": 60.0}, {"positions": Alibi(), "softcap": 2.0},
], ids=str)  # fmt: skip
def test_one_row_is_bit_for_bit_that_of_the_whole_stage(settings: dict[str, object]) -> None:
    rows, whole = trace(large(**settings)), trace(large(**settings))
    for name in rows.stages[3:-3]:
        for row in (0, 255, 256, T - 1):
            assert np.array_equal(rows.row(name, row, 2), whole.at(name, 2)[row]), (name, row)
        assert rows.peek(name, 2) is None


def test_a_row_of_a_deferred_trace_is_waited_for_alone() -> None:
    traced = trace(large())
    waiting = traced.deferred()
    with pytest.raises(NotYet):
        waiting.row("weights", 300, 1)
    assert list(waiting.asked.missing) == [Want("numbers", "weights", 1, row=300)]
    assert np.array_equal(traced.row("weights", 300, 1), waiting.row("weights", 300, 1))


@pytest.mark.parametrize("row", [-1, T, 10**9, 1.5, None])
def test_a_row_that_does_not_exist_is_refused_by_small_and_large_alike(row: object) -> None:
    for scenario in (large(), load("by-hand")):
        with pytest.raises(FieldError):
            trace(scenario).row("weights", row)  # type: ignore[arg-type]


def test_all_heads_at_once_are_the_single_ones() -> None:
    traced = trace(large())
    assert np.array_equal(traced.weights, np.stack(all_weights(traced)))


def test_direct_inputs_and_given_weights_can_be_large_too() -> None:
    draw = np.random.default_rng(3)
    Q, K, V = (draw.standard_normal((T, 8)) for _ in range(3))
    direct = trace(Scenario(Direct(Q, K, V), heads=2))
    scores = Q[:, 4:] @ K[:, 4:].T / 2
    weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(direct.at("weights", 1), weights, rtol=1e-12)
    given = trace(Scenario(GivenWeights(weights[np.newaxis], V)))
    np.testing.assert_allclose(given.output, weights @ V, rtol=1e-12)


def test_large_float32_inputs_stay_float32_unless_somebody_says_otherwise() -> None:
    X, W = np.ones((1024, 1), dtype=np.float32), np.ones((1, 1), dtype=np.float32)
    assert Scenario(Projected(X, W, W, W)).dtype == "float32"
    assert Scenario(Projected(X, W, W, W), dtype="float64").dtype == "float64"
    assert Scenario(Projected(X[:1023], W, W, W)).dtype == "float64"
    assert Scenario(Projected(X, W, W, W, source=X[:4])).dtype == "float64"
    assert Scenario(Projected(X, W, W, W.astype(np.float64))).dtype == "float64"

"""The worked examples against figures that this project did not compute."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnviz.content.atomic import FileProblem
from attnviz.content.attn_file import encode, load
from attnviz.content.presets import PRESETS, opening_query, preset, resource_path
from attnviz.engine.tracing import Trace, trace

NAMES = [
    "by-hand", "by-hand-causal", "mixture", "one-query", "turn-the-query", "raw-scores", "two-heads", "uneven-heads",
    "cross-attention", "padding", "sliding-window", "grouped-query", "alibi", "rotary", "softcap", "trophy",
    "trophy-layer",
]  # fmt: skip


@pytest.fixture
def figures(golden: Path) -> Any:
    return json.loads((golden / "figures.json").read_text())


def _traced(name: str) -> Trace:
    return trace(preset(name))


def _equal(actual: Any, expected: Any, tolerance: float = 1e-12) -> None:
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance)


def test_the_presets_come_in_teaching_order() -> None:
    assert [one.name for one in PRESETS] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_can_be_computed(name: str) -> None:
    assert _traced(name).compute() is None


@pytest.mark.parametrize("one", PRESETS, ids=lambda one: one.name)
def test_every_preset_has_one_sentence_and_a_title(one: Any) -> None:
    assert one.sentence.endswith(".")
    assert len(one.sentence) < 120
    assert preset(one.name).title


@pytest.mark.parametrize("one", PRESETS, ids=lambda one: one.name)
def test_every_preset_file_is_what_saving_it_writes(one: Any) -> None:
    data = one.path.read_bytes()
    assert encode(preset(one.name), packed=data.startswith(b"PK")) == data


def test_a_preset_loads_by_name() -> None:
    assert load("by-hand") == preset("by-hand")


def test_an_unknown_preset_is_refused_with_the_names() -> None:
    with pytest.raises(FileProblem, match="by-hand-causal"):
        preset("by-foot")


def test_resources_lie_beside_the_package_or_inside_it() -> None:
    assert resource_path("presets", "presets.toml").is_file()


def test_mixture_gives_the_blend(figures: Any) -> None:
    traced = _traced("mixture")
    _equal(traced.weights[0, 0], figures["mixture"]["weights"])
    _equal(traced.output[0], figures["mixture"]["output"])


def test_by_hand_has_the_inputs_and_results_of_the_worked_page(figures: Any) -> None:
    traced, worked = _traced("by-hand"), figures["by_hand"]
    for name in ("X", "W_Q", "W_K", "W_V"):
        _equal(traced.scenario.matrix(name), worked[name], 0)
    for ours, theirs in {"queries": "Q", "keys": "K", "values": "V", "exponentials": "exp"}.items():
        _equal(traced.at(ours), worked[theirs])
    for name in ("scores", "scaled", "weights", "output"):
        _equal(traced.at(name), worked[name])


def test_by_hand_causal_hides_what_comes_later(figures: Any) -> None:
    traced = _traced("by-hand-causal")
    _equal(traced.at("weights"), figures["by_hand"]["causal_weights"])
    _equal(traced.output, figures["by_hand"]["causal_output"])


def test_one_query_gives_the_worked_output(figures: Any) -> None:
    traced, worked = _traced("one-query"), figures["one_query"]
    _equal(traced.at("queries")[0], worked["q"], 0)
    _equal(traced.at("keys"), worked["keys"], 0)
    _equal(traced.at("values"), worked["values"], 0)
    _equal(traced.at("scores")[0], worked["scores"], 0)
    _equal(traced.at("weights")[0], worked["weights"])
    _equal(traced.output[0], worked["output"])


def test_turn_the_query_starts_at_zero_degrees(figures: Any) -> None:
    traced, worked = _traced("turn-the-query"), figures["turn_the_query"]
    _equal(traced.at("keys"), worked["keys"], 0)
    _equal(traced.at("values"), worked["values"], 0)
    _equal(traced.at("weights")[0], worked["degrees"]["0"]["weights"])
    _equal(traced.output[0], worked["degrees"]["0"]["output"])


def test_raw_scores_are_not_scaled(figures: Any) -> None:
    traced = _traced("raw-scores")
    _equal(traced.at("scaled"), [[1, 2, 3]] * 3, 0)
    _equal(traced.at("weights"), [figures["raw_scores_1_2_3"]["weights"]] * 3)
    _equal(traced.output, traced.at("weights"))


def test_the_first_of_two_heads_looks_at_the_word_before() -> None:
    weights = _traced("two-heads").weights
    assert weights[0].argmax(axis=1)[1:].tolist() == [0, 1, 2]


def test_the_second_of_two_heads_joins_nouns_and_verb() -> None:
    scenario, weights = preset("two-heads"), _traced("two-heads").weights
    assert scenario.tokens == ("the", "cat", "drinks", "milk")
    _equal(weights[1, 0], [0.25] * 4)  # “the” finds nothing and looks everywhere alike
    assert weights[1, 1].argmax() == weights[1, 3].argmax() == 2
    _equal(weights[1, 2, 1], weights[1, 2, 3])


def test_uneven_heads_have_the_announced_shapes() -> None:
    scenario = preset("uneven-heads")
    assert scenario.matrix("W_O").shape == (9, 5)
    assert (scenario.heads, scenario.sizes.d_model, scenario.sizes.d_k) == (3, 5, 3)


def test_cross_attention_differs_in_both_sizes() -> None:
    scenario, traced = preset("cross-attention"), _traced("cross-attention")
    size = scenario.sizes
    assert size.T != size.S
    assert size.d_k != size.d_v
    assert [scenario.key_labels[key] for key in traced.at("weights").argmax(axis=1)] == ["I", "drink", "milk", "milk"]


def test_padding_takes_all_weight_from_positions_that_would_match_best() -> None:
    traced = _traced("padding")
    assert traced.at("scores")[0].argmax() == 2
    _equal(traced.at("weights")[:, 2:], np.zeros((4, 2)), 0)


def test_the_trained_head_gives_the_model_its_own_weights_and_outputs(golden: Path) -> None:
    real, traced = np.load(golden / "real_minilm_L3H1.npz"), _traced("trophy")
    assert traced.scenario.tokens == tuple(real["tokens"].tolist())
    _equal(traced.at("weights"), real["weights"])
    _equal(traced.output, real["out"])


def test_in_the_trained_head_it_looks_at_trophy() -> None:
    scenario, weights = preset("trophy"), _traced("trophy").at("weights")
    it, trophy, suitcase = (scenario.query_labels.index(word) for word in ("it", "trophy", "suitcase"))
    assert round(float(weights[it, trophy]), 3) == 0.574
    assert round(float(weights[it, suitcase]), 3) == 0.252


def test_the_trained_layer_gives_the_model_its_own_weights_and_outputs(golden: Path) -> None:
    real, traced = np.load(golden / "real_minilm_L3.npz"), _traced("trophy-layer")
    _equal(traced.weights, real["weights"])
    _equal(traced.concatenated, real["concat"])
    _equal(traced.output, real["Y"])


@pytest.mark.parametrize("name", ["trophy", "trophy-layer"])
def test_a_trained_example_opens_on_the_query_that_its_sentence_is_about(name: str) -> None:
    labels = preset(name).query_labels
    place = opening_query(name, labels)
    assert place is not None
    assert labels[place] == "it"


def test_an_example_that_names_no_query_opens_as_any_document() -> None:
    assert opening_query("by-hand", preset("by-hand").query_labels) is None


def test_the_sliding_window_leaves_each_query_itself_and_the_key_before() -> None:
    seen = _traced("sliding-window").weights[0] > 0
    np.testing.assert_array_equal(seen, np.eye(5, dtype=bool) | np.eye(5, k=-1, dtype=bool))
    # Row 2 is that of the causal example, unit 7: 0.669762, 0.330238.
    _equal(_traced("sliding-window").weights[0, 1, :2], [0.669762, 0.330238], 5e-7)


def test_grouped_heads_give_the_weights_worked_by_hand() -> None:
    traced = _traced("grouped-query")
    # “drinks” asks head 1 for nouns with 2, and the nouns' keys are 1: e² against 1, twice each.
    e2 = np.exp(2)
    _equal(traced.weights[0, 2], np.array([1, e2, 1, e2]) / (2 + 2 * e2))
    # “cat” asks head 2 with −2, by the same keys.
    _equal(traced.weights[1, 1], np.array([1, 1 / e2, 1, 1 / e2]) / (2 + 2 / e2))
    assert traced.at("keys", 0) is traced.at("keys", 1)


def test_alibi_halves_the_weight_with_each_step_back() -> None:
    _equal(_traced("alibi").weights[0, 3], np.array([1, 2, 4, 8]) / 15)
    _equal(_traced("alibi").output[2], (np.array([1, 2, 4, 0]) / 7) @ [[4, 0], [3, 1], [1, 3], [0, 4]])


def test_rotary_scores_are_four_times_the_cosine_of_the_angle_between_places() -> None:
    apart = np.subtract.outer(np.arange(3), np.arange(3))
    _equal(_traced("rotary").scores[0], 4 * np.cos(np.deg2rad(30 * apart)))


def test_the_soft_cap_keeps_scores_below_two() -> None:
    _equal(_traced("softcap").capped[0, 0], 2 * np.tanh(np.array([0.5, 1, 2, 4])))

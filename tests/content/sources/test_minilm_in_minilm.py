"""The forward pass of MiniLM against the numbers of another implementation, and its heads as scenarios."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnviz import Projected, trace
from attnviz.content.attn_file import decode, encode
from attnviz.content.sources.minilm import available, minilm
from attnviz.content.sources.model import ModelSource
from attnviz.content.sources.source import Place
from attnviz.content.sources.strongest import strongest, token_at
from attnviz.engine.errors import FieldError

GOLDEN = Path(__file__).parents[2] / "golden"
TROPHY = "The trophy did not fit in the suitcase because it was too big."


@cache
def _stored(name: str) -> dict[str, np.ndarray]:
    with np.load(GOLDEN / f"{name}.npz", allow_pickle=False) as file:
        return {key: file[key] for key in file.files}


@cache
def _model(text: str) -> ModelSource:
    return minilm(text)


@pytest.mark.parametrize("sentence", range(4))
def test_tokens_are_those_of_the_reference(sentence: int) -> None:
    stored = _stored("real_minilm_all")
    assert _model(str(stored[f"text_{sentence}"])).tokens == tuple(map(str, stored[f"tokens_{sentence}"]))


@pytest.mark.parametrize("sentence", range(4))
def test_attention_of_every_layer_is_that_of_the_reference(sentence: int) -> None:
    stored = _stored("real_minilm_all")
    model = _model(str(stored[f"text_{sentence}"]))
    found = np.stack([model.weights(layer) for layer in range(model.layers)])
    assert found.shape == stored[f"attentions_{sentence}"].shape
    np.testing.assert_allclose(found, stored[f"attentions_{sentence}"], rtol=0, atol=1e-7)


@pytest.mark.parametrize("sentence", range(4))
def test_the_last_hidden_state_is_that_of_the_reference(sentence: int) -> None:
    stored = _stored("real_minilm_all")
    model = _model(str(stored[f"text_{sentence}"]))
    np.testing.assert_allclose(model.hidden(model.layers), stored[f"last_hidden_{sentence}"], rtol=0, atol=1e-6)


def test_a_head_opens_with_the_matrices_that_were_stored() -> None:
    stored, scenario = _stored("real_minilm_L3H1"), _model(TROPHY).scenario(Place(3, 1))
    assert isinstance(scenario.inputs, Projected)
    for name in ("W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V"):
        np.testing.assert_array_equal(getattr(scenario.inputs, name), stored[name])
    np.testing.assert_allclose(scenario.inputs.X, stored["X"], rtol=0, atol=1e-6)
    traced = trace(scenario)
    np.testing.assert_allclose(traced.weights[0], stored["weights"], rtol=0, atol=1e-6)
    np.testing.assert_allclose(traced.at("head_output", 0), stored["out"], rtol=0, atol=1e-6)


def test_a_whole_layer_opens_with_the_matrices_that_were_stored() -> None:
    stored, scenario = _stored("real_minilm_L3"), _model(TROPHY).scenario(Place(3, None))
    assert scenario.heads == 12
    for name in ("W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O"):
        np.testing.assert_array_equal(getattr(scenario.inputs, name), stored[name])
    np.testing.assert_allclose(trace(scenario).output, stored["Y"], rtol=0, atol=1e-6)


def test_scenarios_of_all_heads_have_the_weights_of_the_forward_pass() -> None:
    model = _model("She sat by the river bank.")
    for layer in range(model.layers):
        np.testing.assert_array_equal(trace(model.scenario(Place(layer, None))).weights, model.weights(layer))
        for head in range(model.heads):
            found = trace(model.scenario(Place(layer, head))).weights[0]
            np.testing.assert_allclose(found, model.weights(layer)[head], rtol=0, atol=1e-15)


def test_outputs_of_the_heads_of_a_layer_and_the_bias_sum_to_its_output() -> None:
    model = _model("She sat by the river bank.")
    whole = model.scenario(Place(2, None))
    parts = sum(trace(model.scenario(Place(2, head))).output for head in range(model.heads))
    np.testing.assert_allclose(parts + whole.matrix("b_O"), trace(whole).output, rtol=0, atol=1e-12)


def test_it_looks_at_the_trophy_in_the_second_head_of_the_fourth_layer() -> None:
    model = _model(TROPHY)
    query, trophy, suitcase = (token_at(model.tokens, word) for word in ("it", "trophy", "suitcase"))
    first = strongest(model, query, trophy)[0]
    assert (first.place, first.top, round(first.weight, 3)) == (Place(3, 1), True, 0.574)
    assert round(float(model.weights(3)[1, query, suitcase]), 3) == 0.252


def test_a_title_leads_back_to_its_place() -> None:
    model = _model(TROPHY)
    title = model.scenario(Place(3, 1)).title
    assert title.startswith("MiniLM-L6: layer 4, head 2: “The trophy did")
    assert model.place_of(title) == Place(3, 1)
    assert model.place_of(model.scenario(Place(0, None)).title) == Place(0, None)
    assert _model("She sat by the river bank.").place_of(title) is None
    assert model.place_of("mine") is None


def test_a_head_goes_to_a_file_and_comes_back_identical() -> None:
    for place in (Place(3, 1), Place(3, None)):
        scenario = _model(TROPHY).scenario(place)
        assert decode(encode(scenario), "x") == scenario


def test_special_tokens_are_marked() -> None:
    assert _model(TROPHY).special == {0, 15}
    assert _model("the [MASK] sat").special == {0, 2, 4}


@pytest.mark.parametrize("text", ["", "  \n", "word " * 511, "x" * 200_000])
def test_an_empty_or_too_long_text_is_refused_with_words(text: str) -> None:
    with pytest.raises(FieldError, match=r"Type one|Shorten it"):
        minilm(text)


def test_512_tokens_are_read() -> None:
    assert len(minilm("word " * 510).tokens) == 512


def test_layers_asked_for_at_once_by_several_threads_are_computed_once() -> None:
    model = minilm("She sat by the river bank.")
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(model.weights, [5, 4, 3, 2, 1, 0, 5, 5]))
    assert found[0] is found[6] is found[7]
    np.testing.assert_array_equal(found[0], _model("She sat by the river bank.").weights(5))


def test_arrays_of_a_model_cannot_be_written_to() -> None:
    model = _model(TROPHY)
    arrays: tuple[Any, ...] = (model.hidden(0), model.hidden(6), model.weights(1), model.head_outputs(1))
    assert not any(array.flags.writeable for array in arrays)


def test_the_package_is_found_but_never_imported() -> None:
    program = (
        "import sys; from attnviz.content.sources.minilm import minilm; minilm('a b').weights(0); "
        "print([name for name in sys.modules if 'minilm_l6' in name or 'torch' in name or 'tokenizers' in name])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert available()
    assert done.stdout.strip() == "[]"

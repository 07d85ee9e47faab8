"""Checkpoints show their matrices, and say exactly what they need before they have weights."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import checkpoint_files as files
import numpy as np
import pytest
from safetensors_files import write

from attnviz import trace
from attnviz.content.atomic import FileProblem
from attnviz.content.sources.opening import kind_of, open_source
from attnviz.content.sources.source import Place
from attnviz.engine.errors import AttentionError, FieldError, ShapeError
from attnviz.engine.mask import Mask

T = 5
X = files.rows(T, 12)


@pytest.mark.parametrize(
    ("arrays", "config", "family"),
    [
        (files.bert(), files.BERT, "BERT"),
        (files.bert("roberta."), files.BERT | {"model_type": "roberta"}, "RoBERTa"),
        (files.distilbert(), files.DISTILBERT, "DistilBERT"),
        (files.gpt2(), files.GPT2, "GPT-2"),
        (files.llama(), files.LLAMA, "Llama"),
        (files.llama(biases=True), files.LLAMA | {"model_type": "qwen2"}, "Qwen2"),
        (files.llama(), files.LLAMA | {"model_type": "mistral"}, "Mistral"),
    ],
)
def test_each_family_is_recognised_by_its_names(
    tmp_path: Path, arrays: files.Arrays, config: dict[str, Any], family: str
) -> None:
    source = files.opened(tmp_path, arrays, config)
    assert kind_of(tmp_path / "my-model") == "checkpoint"
    assert (source.kind, source.title, source.family) == ("checkpoint", "my-model", family)
    assert (source.layers, source.heads) == (2, config.get("num_attention_heads", 3))
    assert source.tokens is None


def test_matrices_of_linear_layers_are_turned_to_rows_in_columns_out(tmp_path: Path) -> None:
    arrays = files.bert()
    found = files.opened(tmp_path, arrays, files.BERT).matrices(Place(1, None))
    stored = arrays["encoder.layer.1.attention.self.query.weight"]
    np.testing.assert_array_equal(found["W_Q"], stored.T)
    np.testing.assert_array_equal(found["b_Q"], arrays["encoder.layer.1.attention.self.query.bias"])
    assert list(found) == ["W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O"]


def test_the_fused_matrix_of_gpt2_is_cut_and_not_turned(tmp_path: Path) -> None:
    arrays = files.gpt2()
    found = files.opened(tmp_path, arrays, files.GPT2).matrices(Place(0, None))
    stored = arrays["transformer.h.0.attn.c_attn.weight"]
    for place, name in enumerate(("W_Q", "W_K", "W_V")):
        np.testing.assert_array_equal(found[name], stored[:, 12 * place : 12 * (place + 1)])
    np.testing.assert_array_equal(found["W_O"], arrays["transformer.h.0.attn.c_proj.weight"])


def test_a_head_has_its_columns_its_rows_of_the_output_and_its_groups_keys(tmp_path: Path) -> None:
    arrays = files.llama(biases=True)
    found = files.opened(tmp_path, arrays, files.LLAMA | {"model_type": "qwen2"}).matrices(Place(0, 3))
    start = "model.layers.0.self_attn."
    np.testing.assert_array_equal(found["W_Q"], arrays[f"{start}q_proj.weight"].T[:, 18:24])
    np.testing.assert_array_equal(found["b_Q"], arrays[f"{start}q_proj.bias"][18:24])
    np.testing.assert_array_equal(found["W_K"], arrays[f"{start}k_proj.weight"].T[:, 6:12])  # heads 3, 4 share them
    np.testing.assert_array_equal(found["W_V"], arrays[f"{start}v_proj.weight"].T[:, 6:12])
    np.testing.assert_array_equal(found["W_O"], arrays[f"{start}o_proj.weight"].T[18:24])
    assert "b_O" not in found


def test_without_x_it_says_what_to_give(tmp_path: Path) -> None:
    source = files.opened(tmp_path, files.llama(), files.LLAMA)
    assert source.missing == (
        "To see weights, give X, the rows that enter W_Q after the layer norm, as .npy, .npz or .safetensors of the "
        "shape (T, 12) for a layer."
    )
    for ask in (lambda: source.weights(0), lambda: source.scenario(Place(0, 0))):
        with pytest.raises(FieldError, match="give X"):
            ask()


def test_x_enters_as_it_is_and_may_be_there_for_one_layer_only(tmp_path: Path) -> None:
    source = files.opened(tmp_path, files.gpt2(), files.GPT2).with_x(X, 1)
    assert source.missing == ""
    scenario = source.scenario(Place(1, 2))
    np.testing.assert_array_equal(scenario.matrix("X"), X)
    assert scenario.title == "my-model: layer 2, head 3"
    assert source.place_of(scenario.title) == Place(1, 2)
    assert scenario.mask == Mask(causal=True)
    with pytest.raises(FieldError, match="layer 2 only"):
        source.weights(0)


@pytest.mark.parametrize("ending", ["npy", "npz", "safetensors"])
@pytest.mark.parametrize("shape", [(2, T, 12), (1, 2, T, 12), (2, 1, T, 12)])
def test_x_of_all_layers_comes_from_a_file(tmp_path: Path, ending: str, shape: tuple[int, ...]) -> None:
    given, path = files.rows(*shape), tmp_path / f"x.{ending}"
    if ending == "npy":
        np.save(path, given)
    elif ending == "npz":
        np.savez(path, X=given, tokens=np.array(list("abcde")), other=np.ones((3, 3)))
    else:
        write(path, {"hidden_states": given}, metadata={"tokens": json.dumps(list("abcde"))})
    source = files.opened(tmp_path, files.distilbert(), files.DISTILBERT, x=path)
    assert source.tokens == (None if ending == "npy" else tuple("abcde"))
    for layer in range(2):
        np.testing.assert_array_equal(source.scenario(Place(layer, 0)).matrix("X"), given.reshape(2, T, 12)[layer])


def test_hidden_states_of_a_model_that_normalises_last_enter_as_they_are(tmp_path: Path) -> None:
    given = files.rows(3, T, 12)
    source = files.opened(tmp_path, files.bert(), files.BERT).with_x(given)
    np.testing.assert_array_equal(source.scenario(Place(1, 0)).matrix("X"), given[1])
    assert source.note == ""


@pytest.mark.parametrize(
    ("shape", "layer", "words"),
    [
        ((T, 11), 0, r"shape \(5, 11\), but 12 numbers enter W_Q"),
        ((T, 12), None, "Say which layer"),
        ((T, 12), 2, "no layer 3"),
        ((5, T, 12), None, "5 matrices but the model has 2 layers"),
        ((2, 2, T, 12), None, "12 numbers enter W_Q"),
        ((12,), 0, "12 numbers enter W_Q"),
    ],
)
def test_rows_that_do_not_fit_are_refused(
    tmp_path: Path, shape: tuple[int, ...], layer: int | None, words: str
) -> None:
    source = files.opened(tmp_path, files.gpt2(), files.GPT2)
    with pytest.raises(AttentionError, match=words):
        source.with_x(files.rows(*shape), layer)


def test_a_file_of_rows_that_does_not_fit_is_named(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.ones((T, 3)))
    np.savez(tmp_path / "y.npz", one=np.ones((T, 12)), two=np.ones((T, 12)))
    source = files.opened(tmp_path, files.gpt2(), files.GPT2)
    with pytest.raises(ShapeError, match=r"x\.npy: X has the shape"):
        source.with_x(tmp_path / "x.npy", 0)
    with pytest.raises(FileProblem, match="which array holds the rows"):
        source.with_x(tmp_path / "y.npz", 0)


def test_rows_before_a_norm_are_refused_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(FieldError, match="BERT has no layer norm before attention"):
        files.opened(tmp_path, files.bert(), files.BERT).with_x(X, 0, residual=True)


def test_a_whole_layer_of_grouped_heads_computes(tmp_path: Path) -> None:
    scenario = files.opened(tmp_path, files.llama(), files.LLAMA).with_x(X, 0).scenario(Place(0, None))
    assert (scenario.heads, scenario.kv_heads) == (4, 2)
    assert trace(scenario).output.shape == (T, 12)


def test_only_bert_with_its_vocabulary_reads_a_sentence(tmp_path: Path) -> None:
    silent = files.opened(tmp_path, files.bert(), files.BERT)
    assert not silent.speaks
    with pytest.raises(FieldError, match=r"needs vocab\.txt in its folder"):
        silent.with_text("she sat")
    (tmp_path / "my-model" / "vocab.txt").write_text("\n".join(files.WORDS), encoding="utf-8")
    speaking = files.opened(tmp_path, files.bert(), files.BERT)
    assert speaking.speaks
    assert "type a sentence, or give X" in speaking.missing
    assert speaking.with_text("she sat").tokens == ("[CLS]", "she", "sat", "[SEP]")
    with pytest.raises(FieldError, match="GPT-2 cannot read a sentence here"):
        files.opened(tmp_path / "..", files.gpt2(), files.GPT2).with_text("she sat")


def test_a_sentence_with_more_tokens_than_positions_is_refused(tmp_path: Path) -> None:
    folder = files.save(tmp_path / "my-model", files.bert(positions=4), files.BERT)
    (folder / "vocab.txt").write_text("\n".join(files.WORDS), encoding="utf-8")
    with pytest.raises(FieldError, match="the 4 that the model reads at once"):
        open_source(folder, text="she sat by")


def test_a_missing_array_and_a_quantised_one_are_named(tmp_path: Path) -> None:
    arrays = files.llama()
    del arrays["model.layers.1.self_attn.k_proj.weight"]
    with pytest.raises(FileProblem, match=r"“model\.layers\.1\.self_attn\.k_proj\.weight” \(layer 2\) is missing"):
        files.opened(tmp_path, arrays, files.LLAMA).matrices(Place(1, 0))
    arrays = files.llama() | {"model.layers.0.self_attn.q_proj.weight": np.ones((24, 12), np.uint8)}
    with pytest.raises(FileProblem, match="quantised"):
        files.opened(tmp_path, arrays, files.LLAMA)


def test_other_models_are_refused_with_the_families_that_are_read(tmp_path: Path) -> None:
    names = [f"encoder.block.0.layer.0.SelfAttention.{letter}.weight" for letter in "qkvo"]
    write(tmp_path / "t5.safetensors", {name: np.ones((4, 4), np.float32) for name in names})
    with pytest.raises(FileProblem, match=r"\.k\.weight”, are of no family that is read here: BERT"):
        open_source(tmp_path / "t5.safetensors")

"""A checkpoint is taken for whole only if its arrays fit one another, are finite, and config.json tells of the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import checkpoint_files as files
import numpy as np
import pytest

from attnviz.content.atomic import FileProblem
from attnviz.content.sources.opening import open_source
from attnviz.engine.errors import AttentionError

QUERY = "encoder.layer.0.attention.self.query.weight"
ONE_MODEL = "Get config.json and the arrays from one model."
WHOLE = {
    "vocab_size": len(files.WORDS), "intermediate_size": 20, "max_position_embeddings": 16, "num_hidden_layers": 2,
}  # fmt: skip


def _folder(folder: Path, arrays: files.Arrays, config: dict[str, Any] | None) -> Path:
    made = files.save(folder / "m", arrays, config)
    (made / "vocab.txt").write_text("\n".join(files.WORDS), encoding="utf-8")
    return made


def _refused(folder: Path, arrays: files.Arrays, config: dict[str, Any] | None, text: str = "") -> str:
    """The complaint after the folder's name."""
    made = _folder(folder, arrays, config)
    with pytest.raises(FileProblem) as caught:
        open_source(made, text=text).weights(0)
    assert str(caught.value).startswith(f"{made}/")
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{made}/")


def _without(arrays: files.Arrays, *parts: str) -> files.Arrays:
    return {name: values for name, values in arrays.items() if not any(part in name for part in parts)}


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"num_hidden_layers": 99}, "num_hidden_layers is 99 but there are arrays of 2 layers. "
         "Get all files of the model."),
        ({"num_hidden_layers": 1}, f"num_hidden_layers is 1 but there are arrays of 2 layers. {ONE_MODEL}"),
        ({"hidden_size": 999}, f"hidden_size is 999 but “{QUERY}” (layer 1) has 12 numbers a token. {ONE_MODEL}"),
        ({"vocab_size": 30}, f"vocab_size is 30 but “embeddings.word_embeddings.weight” has 13 rows. {ONE_MODEL}"),
        ({"intermediate_size": 48},
         f"intermediate_size is 48 but “encoder.layer.0.intermediate.dense.weight” (layer 1) has 20 rows. {ONE_MODEL}"),
        ({"max_position_embeddings": 512},
         f"max_position_embeddings is 512 but “embeddings.position_embeddings.weight” has 16 rows. {ONE_MODEL}"),
        ({"model_type": "gpt2"}, f"model_type is 'gpt2' but the arrays have the names of BERT. {ONE_MODEL}"),
        ({"model_type": "t5"}, "Its model_type is 't5', whose positions and scale are not built. "
         "Open its matrices one by one, or save its attention weights as an array."),
    ],
)  # fmt: skip
def test_settings_of_another_model_are_refused_with_both_numbers(
    tmp_path: Path, config: dict[str, Any], words: str
) -> None:
    assert _refused(tmp_path, files.bert(), files.BERT | config, "she sat") == f"config.json: {words}"


@pytest.mark.parametrize(
    ("arrays", "config", "words"),
    [
        (files.distilbert(), files.DISTILBERT | {"n_layers": 6}, "n_layers is 6 but there are arrays of 2 layers"),
        (files.distilbert(), files.DISTILBERT | {"dim": 768}, "dim is 768 but"),
        (files.gpt2(), files.GPT2 | {"n_layer": 12}, "n_layer is 12 but there are arrays of 2 layers"),
        (files.gpt2(), files.GPT2 | {"n_embd": 768}, "n_embd is 768 but"),
        (
            files.gpt2(),
            files.GPT2 | {"model_type": "llama"},
            "model_type is 'llama' but the arrays have the names of G",
        ),
        (files.llama(), files.LLAMA | {"hidden_size": 64}, "hidden_size is 64 but"),
        (files.llama(), files.LLAMA | {"head_dim": 8}, "head_dim is 8 for 4 heads but .* gives 24 numbers, not 32"),
        (files.llama(), files.LLAMA | {"num_key_value_heads": 4}, "num_key_value_heads is 4 but .* 12 numbers, not 24"),
    ],
)
def test_each_family_is_held_to_its_own_settings(
    tmp_path: Path, arrays: files.Arrays, config: dict[str, Any], words: str
) -> None:
    folder = _folder(tmp_path, arrays, config)
    with pytest.raises(FileProblem, match=rf"config\.json: {words}"):
        open_source(folder)


def test_settings_that_agree_are_no_hindrance(tmp_path: Path) -> None:
    source: Any = open_source(_folder(tmp_path, files.bert(), files.BERT | WHOLE), text="she sat")
    assert source.weights(1).shape == (3, 4, 4)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(
    ("name", "index", "place"),
    [
        (QUERY, (0, 3), f"“{QUERY}” (layer 1) holds {{}} in row 1, column 4."),
        ("encoder.layer.0.attention.self.key.bias", (2,),
         "“encoder.layer.0.attention.self.key.bias” (layer 1) holds {} in place 3."),
        ("embeddings.word_embeddings.weight", (5, 0),
         "“embeddings.word_embeddings.weight” holds {} in row 6, column 1."),
        ("embeddings.LayerNorm.weight", (1,), "“embeddings.LayerNorm.weight” holds {} in place 2."),
    ],
)  # fmt: skip
def test_what_is_no_number_is_named_by_file_layer_and_array(
    tmp_path: Path, value: float, name: str, index: tuple[int, ...], place: str
) -> None:
    arrays = files.bert()
    arrays[name][index] = value
    complaint = _refused(tmp_path, arrays, files.BERT, "she sat")
    assert complaint == f"model.safetensors: {place.format(np.float32(value))} Get the file again or mend it there."


def test_what_is_no_number_in_the_mixer_of_a_later_layer_is_named_when_it_is_reached(tmp_path: Path) -> None:
    arrays = files.bert()
    arrays["encoder.layer.1.output.dense.weight"][2, 4] = np.nan
    source: Any = open_source(_folder(tmp_path, arrays, files.BERT), text="she sat")
    source.weights(0)
    with pytest.raises(FileProblem, match=r"output\.dense\.weight” \(layer 2\) holds nan in row 3, column 5"):
        source.weights(1)


@pytest.mark.parametrize(
    ("gone", "name"),
    [
        ("layer.0.intermediate.dense.weight", "“encoder.layer.0.intermediate.dense.weight” (layer 1)"),
        ("layer.1.output.dense.bias", "“encoder.layer.1.output.dense.bias” (layer 2)"),
        ("layer.1.attention.self.key.weight", "“encoder.layer.1.attention.self.key.weight” (layer 2)"),
        ("embeddings.LayerNorm.weight", "“embeddings.LayerNorm.weight”"),
        ("position_embeddings", "“embeddings.position_embeddings.weight”"),
    ],
)
def test_an_array_that_is_missing_is_named_when_the_model_opens(tmp_path: Path, gone: str, name: str) -> None:
    complaint = _refused(tmp_path, _without(files.bert(), gone), files.BERT, "she sat")
    assert complaint == f"model.safetensors: {name} is missing. Get all files of the model."


@pytest.mark.parametrize("layer", [0, 1])
def test_a_matrix_of_the_wrong_shape_is_blamed_and_not_the_heads(tmp_path: Path, layer: int) -> None:
    arrays, name = files.bert(), QUERY.replace("0", str(layer))
    arrays[name] = arrays[name][:5]
    complaint = _refused(tmp_path, arrays, files.BERT, "she sat")
    key = name.replace("query", "key")
    assert complaint == (
        f"model.safetensors: “{name}” (layer {layer + 1}) is 5×12 but “{key}” (layer {layer + 1}) is 12×12: "
        "they do not fit. Get all files of the model again."
    )


@pytest.mark.parametrize(
    ("arrays", "config", "name", "cut"),
    [
        (files.gpt2(), files.GPT2, "transformer.h.1.attn.c_proj.weight", np.s_[:7]),
        (files.gpt2(), files.GPT2, "transformer.h.1.attn.c_attn.bias", np.s_[:7]),
        (files.gpt2(), files.GPT2, "transformer.h.0.ln_1.weight", np.s_[:7]),
        (files.llama(), files.LLAMA, "model.layers.1.self_attn.v_proj.weight", np.s_[:6]),
        (files.llama(), files.LLAMA, "model.layers.1.self_attn.q_proj.weight", np.s_[:, :6]),
        (files.llama(), files.LLAMA, "model.layers.0.self_attn.o_proj.weight", np.s_[:, :6]),
        (files.distilbert(), files.DISTILBERT, "distilbert.transformer.layer.1.attention.out_lin.weight", np.s_[:7]),
        (files.bert(), files.BERT, "encoder.layer.1.output.LayerNorm.bias", np.s_[:7]),
        (files.bert(), files.BERT, "encoder.layer.1.output.dense.weight", np.s_[:, :7]),
    ],
)
def test_any_array_that_does_not_fit_is_named(
    tmp_path: Path, arrays: files.Arrays, config: dict[str, Any], name: str, cut: Any
) -> None:
    folder = _folder(tmp_path, arrays | {name: arrays[name][cut]}, config)
    with pytest.raises(FileProblem, match="Get all files of the model again") as caught:
        open_source(folder, text="she sat" if config is files.BERT else "")
    assert name in str(caught.value)


def test_numbers_that_lead_beyond_float64_are_told_by_the_array(tmp_path: Path) -> None:
    arrays = files.bert()
    arrays["embeddings.LayerNorm.weight"] = np.full(12, 1e200)
    arrays["encoder.layer.0.attention.output.dense.weight"] = np.full((12, 12), 1e300)
    source: Any = open_source(_folder(tmp_path, arrays, files.BERT), text="she sat")
    with pytest.raises(AttentionError) as caught:
        source.hidden(1)
    assert "\n" not in str(caught.value)


def test_a_vocabulary_of_another_model_is_refused_with_both_numbers(tmp_path: Path) -> None:
    folder = _folder(tmp_path, files.bert(), files.BERT)
    (folder / "vocab.txt").write_text("\n".join([*files.WORDS, "more", "words"]), encoding="utf-8")
    with pytest.raises(FileProblem, match=r"vocab\.txt: it lists 15 tokens but the model has 13\. Get it and"):
        open_source(folder, text="she sat")


@pytest.mark.parametrize(("heads", "words"), [(5, r"5 heads do not divide the 12 columns of W_Q in “.*query.weight”")])
def test_heads_that_do_not_fit_ask_for_another_number(tmp_path: Path, heads: int, words: str) -> None:
    with pytest.raises(FileProblem, match=rf"{words} \(layer 1\)\. Give another number of heads\."):
        open_source(_folder(tmp_path, files.bert(), None), heads=heads)


def test_odd_heads_that_cannot_turn_ask_for_another_number(tmp_path: Path) -> None:
    config = {"model_type": "llama", "num_attention_heads": 8}
    with pytest.raises(FileProblem, match="none of the 3 numbers of a head turns. Give another number of heads"):  # noqa: RUF043
        open_source(_folder(tmp_path, files.llama(kv_heads=4), config))


def test_rows_with_no_number_are_named_with_their_layer(tmp_path: Path) -> None:
    rows = files.rows(2, 5, 12)
    rows[1, 3, 2] = np.nan
    np.save(tmp_path / "x.npy", rows)
    source: Any = open_source(_folder(tmp_path, files.gpt2(), files.GPT2))
    with pytest.raises(AttentionError, match=r"x\.npy: X of layer 2, row 4, column 3 is nan\. Give a finite number"):
        source.with_x(tmp_path / "x.npy")

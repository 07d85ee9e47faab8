"""Saved attention tensors open as they are, in every common layout, with the tokens that belong to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors_files import write

from attnviz.content.atomic import FileProblem
from attnviz.content.sources.opening import kind_of, open_source
from attnviz.content.sources.saved import TensorSource
from attnviz.content.sources.source import Place
from attnviz.engine.errors import AttentionError, FieldError
from attnviz.engine.inputs import GivenWeights

LAYERS, BATCH, HEADS, T, S = 2, 3, 4, 5, 6


def _weights(*shape: int, dtype: Any = np.float64) -> np.ndarray:
    """Rows that sum to one over the last axis."""
    drawn = np.random.default_rng(sum(shape)).random(shape)
    return (drawn / drawn.sum(axis=-1, keepdims=True)).astype(dtype)


def _opened(path: Path, **choices: Any) -> TensorSource:
    source = open_source(path, **choices)
    assert isinstance(source, TensorSource)
    return source


@pytest.mark.parametrize(
    ("shape", "layers", "heads", "batches", "place_of_layer"),
    [
        ((T, S), 1, 1, 1, lambda array, _: array[None]),
        ((HEADS, T, S), 1, HEADS, 1, lambda array, _: array),
        ((LAYERS, HEADS, T, S), LAYERS, HEADS, 1, lambda array, layer: array[layer]),
        ((1, HEADS, T, S), 1, HEADS, 1, lambda array, _: array[0]),
        ((LAYERS, 1, HEADS, T, S), LAYERS, HEADS, 1, lambda array, layer: array[layer, 0]),
        ((1, LAYERS, HEADS, T, S), LAYERS, HEADS, 1, lambda array, layer: array[0, layer]),
        ((LAYERS, BATCH, HEADS, T, S), LAYERS, HEADS, BATCH, lambda array, layer: array[layer, 0]),
    ],
)
@pytest.mark.parametrize("ending", ["npy", "npz", "safetensors"])
def test_every_layout_opens_with_its_layers_and_heads(
    tmp_path: Path, ending: str, shape: tuple[int, ...], layers: int, heads: int, batches: int, place_of_layer: Any
) -> None:
    given = _weights(*shape)
    path = tmp_path / f"attention.{ending}"
    if ending == "npy":
        np.save(path, given)
    elif ending == "npz":
        np.savez(path, attention=given)
    else:
        write(path, {"attention": given})
    assert kind_of(path) == "tensor"
    source = _opened(path)
    assert (source.kind, source.title) == ("tensor", f"attention.{ending}")
    assert (source.layers, source.heads, source.batches) == (layers, heads, batches)
    for layer in range(layers):
        np.testing.assert_array_equal(source.weights(layer), place_of_layer(given, layer))


@pytest.mark.parametrize("names", ["attentions.{}", "arr_{}", "layer_{}", "model.layers.{}.self_attn.weights"])
@pytest.mark.parametrize("shape", [(T, S), (HEADS, T, S), (1, HEADS, T, S), (BATCH, HEADS, T, S)])
def test_a_tuple_of_arrays_opens_as_layers_in_the_order_of_their_numbers(
    tmp_path: Path, names: str, shape: tuple[int, ...]
) -> None:
    given = [_weights(*shape) * 0 + layer / 100 for layer in range(11)]  # 10 comes after 9, not after 1
    np.savez(tmp_path / "a.npz", **{names.format(layer): given[layer] for layer in reversed(range(11))})
    source = _opened(tmp_path / "a.npz")
    assert source.layers == 11
    for layer in range(11):
        assert source.weights(layer).shape == (1 if len(shape) == 2 else HEADS, T, S)
        assert (source.weights(layer) == layer / 100).all()


def test_a_batch_is_chosen_by_its_place(tmp_path: Path) -> None:
    given = _weights(LAYERS, BATCH, HEADS, T, S)
    np.save(tmp_path / "a.npy", given)
    source = _opened(tmp_path / "a.npy", batch=2)
    np.testing.assert_array_equal(source.weights(1), given[1, 2])
    np.testing.assert_array_equal(source.with_batch(1).weights(0), given[0, 1])
    with pytest.raises(FieldError, match="no example 4 in the batch"):
        source.with_batch(3)


def test_four_axes_are_layers_unless_said_otherwise(tmp_path: Path) -> None:
    given = _weights(BATCH, HEADS, T, S)
    np.save(tmp_path / "a.npy", given)
    source = _opened(tmp_path / "a.npy")
    assert source.layers == BATCH
    assert "may be a batch" in source.note
    other = _opened(tmp_path / "a.npy", axes="bhts")
    assert (other.layers, other.batches, other.note) == (1, BATCH, "")
    np.testing.assert_array_equal(other.with_batch(1).weights(0), given[1])


def test_queries_on_columns_are_turned_when_told(tmp_path: Path) -> None:
    given = _weights(HEADS, T, S)
    np.save(tmp_path / "a.npy", given.swapaxes(1, 2))
    source = _opened(tmp_path / "a.npy")
    assert not source.turned
    np.testing.assert_array_equal(source.turn().weights(0), given)
    np.testing.assert_array_equal(_opened(tmp_path / "a.npy", axes="hst").weights(0), given)
    assert not source.turn().turn().turned


@pytest.mark.parametrize("axes", ["ts", "hst s", "hht", "tsh", "xyz", "hlts", ""])
def test_axes_that_do_not_fit_are_refused(tmp_path: Path, axes: str) -> None:
    np.save(tmp_path / "a.npy", _weights(HEADS, T, S))
    with pytest.raises(FieldError):
        open_source(tmp_path / "a.npy", axes=axes)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_numbers_are_those_of_the_file(tmp_path: Path, dtype: Any) -> None:
    given = _weights(HEADS, T, S, dtype=dtype)
    np.save(tmp_path / "a.npy", given)
    scenario = _opened(tmp_path / "a.npy").scenario(Place(0, 2))
    assert isinstance(scenario.inputs, GivenWeights)
    np.testing.assert_array_equal(scenario.inputs.weights[0], given[2].astype(np.float64))


def test_rows_that_do_not_sum_to_one_are_left_alone(tmp_path: Path) -> None:
    given = _weights(HEADS, T, S) * 0.7
    np.save(tmp_path / "a.npy", given)
    np.testing.assert_array_equal(_opened(tmp_path / "a.npy").scenario(Place(0, None)).matrix("weights"), given)


def test_a_scenario_is_named_by_file_layer_and_head(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", _weights(LAYERS, HEADS, T, S))
    source = _opened(tmp_path / "a.npy")
    assert source.scenario(Place(1, 3)).title == "a.npy: layer 2, head 4"
    assert source.place_of("a.npy: layer 2, head 4") == Place(1, 3)
    assert source.place_of("a.npy: layer 2") == Place(1, None)
    assert source.place_of("a.npy: layer 3") is None
    assert source.place_of("b.npy: layer 2") is None


TOKENS = ["[CLS]", "the", "größe", "你", "[SEP]"]


def test_tokens_in_an_archive_become_labels(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", attention=_weights(HEADS, T, T), tokens=np.array(TOKENS))
    source = _opened(tmp_path / "a.npz")
    assert source.tokens == tuple(TOKENS)
    assert source.special == {0, 4}
    assert source.scenario(Place(0, 0)).key_labels == tuple(TOKENS)


def test_tokens_of_a_batch_are_those_of_its_example(tmp_path: Path) -> None:
    rows = np.array([[f"{row}{column}" for column in range(T)] for row in range(BATCH)])
    np.savez(tmp_path / "a.npz", attention=_weights(LAYERS, BATCH, HEADS, T, T), tokens=rows)
    assert _opened(tmp_path / "a.npz", batch=1).tokens == ("10", "11", "12", "13", "14")


@pytest.mark.parametrize("kind", ["metadata", "bytes", "beside.json", "beside.txt", "folder.json", "lines"])
def test_tokens_of_a_safetensors_file_are_found(tmp_path: Path, kind: str) -> None:
    arrays: dict[str, np.ndarray] = {"attention": _weights(HEADS, T, T)}
    metadata = {"tokens": json.dumps(TOKENS)} if kind == "metadata" else None
    if kind == "bytes":
        arrays["tokens"] = np.frombuffer(json.dumps(TOKENS).encode(), np.uint8)
    if kind == "lines":
        arrays["tokens"] = np.frombuffer("\n".join(TOKENS).encode(), np.uint8)
    path = write(tmp_path / "a.safetensors", arrays, metadata=metadata)
    if kind == "beside.json":
        (tmp_path / "a.tokens.json").write_text(json.dumps({"tokens": TOKENS}), encoding="utf-8")
    if kind == "beside.txt":
        (tmp_path / "a.tokens.txt").write_text("\n".join(TOKENS) + "\n", encoding="utf-8")
    if kind == "folder.json":
        (tmp_path / "tokens.json").write_text(json.dumps(TOKENS), encoding="utf-8")
    assert _opened(path).tokens == tuple(TOKENS)


def test_keys_have_labels_of_their_own_where_they_are_other_tokens(tmp_path: Path) -> None:
    words = [f"k{number}" for number in range(S)]
    np.savez(tmp_path / "a.npz", attention=_weights(T, S), tokens=np.array(TOKENS), source_tokens=np.array(words))
    source = _opened(tmp_path / "a.npz")
    assert (source.tokens, source.source_tokens) == (tuple(TOKENS), tuple(words))


def test_tokens_of_another_number_are_left_out_and_told(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", attention=_weights(T, T), tokens=np.array(["a", "b"]))
    source = _opened(tmp_path / "a.npz")
    assert source.tokens is None
    assert "2 tokens were found but there are 5 queries" in source.note


def test_the_array_that_is_called_attention_is_taken_among_several(tmp_path: Path) -> None:
    given = _weights(HEADS, T, S)
    np.savez(tmp_path / "a.npz", attention=given, hidden=np.ones((T, 8)), ids=np.arange(T))
    np.testing.assert_array_equal(_opened(tmp_path / "a.npz").weights(0), given)


def test_of_several_alike_one_must_be_chosen(tmp_path: Path) -> None:
    one, two = _weights(HEADS, T, T), _weights(HEADS, T, S)
    np.savez(tmp_path / "a.npz", encoder_attentions=one, cross_attentions=two)
    with pytest.raises(FileProblem, match=r"“encoder_attentions”, “cross_attentions”\. Say which"):
        open_source(tmp_path / "a.npz")
    np.testing.assert_array_equal(_opened(tmp_path / "a.npz", tensor="cross_attentions").weights(0), two)


def test_some_of_several_layers_are_chosen_by_what_their_names_begin_with(tmp_path: Path) -> None:
    arrays = {f"{side}_attentions_{layer}": _weights(1, HEADS, T, T) for side in ("enc", "dec") for layer in range(3)}
    np.savez(tmp_path / "a.npz", **arrays)
    source = _opened(tmp_path / "a.npz", tensor="dec")
    assert source.layers == 3
    assert source.turn().layers == 3
    np.testing.assert_array_equal(source.weights(2), arrays["dec_attentions_2"][0])
    assert _opened(tmp_path / "a.npz", tensor="dec", axes="bhst").turned


def test_files_without_weights_say_what_they_hold(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", ids=np.arange(3))
    with pytest.raises(FileProblem, match=r"“ids” \(3 numbers in a row\)"):
        open_source(tmp_path / "a.npz")
    np.save(tmp_path / "b.npy", np.ones((1, 1, 1, 1, 1, 1)))
    with pytest.raises(FileProblem, match="more axes"):
        open_source(tmp_path / "b.npy")
    np.savez(tmp_path / "c.npz", attn_0=np.ones((2, 2)), attn_1=np.ones((3, 3)))
    with pytest.raises(FileProblem, match=r"“attn_1” is \(3, 3\) but “attn_0” is \(2, 2\)"):
        open_source(tmp_path / "c.npz")


def test_a_nan_is_refused_with_its_place_when_its_layer_is_read(tmp_path: Path) -> None:
    given = _weights(LAYERS, HEADS, T, S)
    given[1, 2, 3, 4] = np.nan
    np.save(tmp_path / "a.npy", given)
    source = _opened(tmp_path / "a.npy")
    np.testing.assert_array_equal(source.weights(0), given[0])
    with pytest.raises(AttentionError, match="layer 2, head 3, row 4, column 5 is nan: a query that sees no key"):
        source.weights(1)


def test_a_layer_or_head_that_is_not_there_is_named(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", _weights(LAYERS, HEADS, T, S))
    source = _opened(tmp_path / "a.npy")
    for place, words in ((Place(2, None), "no layer 3"), (Place(0, 4), "no head 5"), (Place(-1, 0), "no layer 0")):
        with pytest.raises(FieldError, match=words):
            source.scenario(place)

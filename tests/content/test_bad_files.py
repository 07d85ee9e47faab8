"""Every way in which a scenario file can be wrong is a named error: which file, which field, which cell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from refusals import refusal

from attnviz.content.atomic import FileProblem
from attnviz.content.attn_file import load
from attnviz.engine.errors import AttentionError, NotBuilt

DIRECT = {"kind": "direct", "Q": [[1, 2]], "K": [[1, 2], [3, 4]], "V": [[1], [2]]}
PROJECTED = {"kind": "projected", "X": [[1]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}
WEIGHTS = {"kind": "weights", "weights": [[[0.5, 0.5]]], "V": [[1], [2]]}


def _with(**fields: Any) -> str:
    return json.dumps({"attnviz": 1, "inputs": DIRECT} | fields)


def _matrix(name: str, value: str) -> str:
    inputs = json.dumps(DIRECT | {name: "HERE"}).replace('"HERE"', value)
    return f'{{"attnviz": 1, "inputs": {inputs}}}'


@pytest.mark.parametrize(
    ("value", "row", "column", "words"),
    [
        ('[["1", 2]]', 0, 0, 'Q, row 1, column 1 is "1". Give a number'),
        ("[[1, true]]", 0, 1, "Q, row 1, column 2 is true"),
        ("[[1, 2], [null, 2]]", 1, 0, "Q, row 2, column 1 is null"),
        ("[[1, [2]]]", 0, 1, "is a list"),
        ("[[1, {}]]", 0, 1, "is an object"),
        ("[[1, NaN]]", 0, 1, "Q, row 1, column 2 is NaN"),
        ("[[Infinity, 1]]", 0, 0, "Q, row 1, column 1 is Infinity"),
        ("[[1, -Infinity]]", 0, 1, "-Infinity"),
        ("[[1, 1e999]]", 0, 1, "Q, row 1, column 2 is inf"),
        ("[[1, -1e999]]", 0, 1, "Q, row 1, column 2 is -inf"),
        ("[[1, 2], [3]]", 1, None, "Q, row 2 has 1 number but row 1 has 2"),
        ("[[1, 2], 3]", 1, None, "Q, row 2 is 3"),
        ("[[]]", 0, None, "empty"),
        ("[]", None, None, "empty"),
        ("[1, 2]", 0, None, "Q, row 1 is 1"),
        ('"1 2"', None, None, 'Q is "1 2"'),
        ("7", None, None, "Q is 7"),
    ],
)
def test_a_bad_cell_is_named_with_its_row_and_column(
    value: str, row: int | None, column: int | None, words: str
) -> None:
    error = refusal(_matrix("Q", value))
    assert error.where[:3] == ("Q", row, column)
    assert words in str(error)


def test_a_very_long_whole_number_is_refused_quickly() -> None:
    assert refusal(_matrix("Q", "[[1, " + "9" * 100_000 + "]]")).where[:3] == ("Q", 0, 1)


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        (_with(colour="red"), "colour", '"colour" is no field'),
        (_with(tokns=["a"]), "tokns", "Did you mean tokens?"),
        (_with(inputs=DIRECT | {"W_Q": [[1]]}), "inputs.W_Q", 'inputs of kind "direct"'),
        (_with(mask={"causl": True}), "mask.causl", "Did you mean causal?"),
        (_with(mask=None), "mask", "mask holds null"),
        (_with(mask={"causal": 1}), "mask.causal", "true or false"),
        (_with(mask={"alignment": "left"}), "mask.alignment", "top_left"),
        (_with(mask={"padding": [7]}), "mask.padding", "key 8"),
        (_with(mask={"padding": [True]}), "mask.padding", "padding"),
        (_with(mask={"padding": [0.5]}), "mask.padding", "0.5"),
        (_with(mask={"custom": [[True]]}), "mask.custom", "1×1"),
        (_with(mask={"custom": [[1, 0]]}), "mask.custom", "row 1, column 1 is 1. Give true or false"),
        (_with(mask={"window": [1]}), "mask.window", "two numbers"),
        (_with(mask={"window": [1, 0.5]}), "mask.window", "holds 0.5"),
        (_with(mask={"window": True}), "mask.window", "two numbers"),
        (_with(positions={"kind": "sinusoidal"}), "positions.kind", '"sinusoidal". Make it rotary or alibi'),
        (_with(positions={}), "positions.kind", "positions.kind is null"),
        (_with(positions=7), "positions", "positions holds 7"),
        (_with(positions={"kind": "rotary", "pairing": "adjacent"}), "positions.pairing", "half or interleaved"),
        (_with(positions={"kind": "rotary", "width": 3}), "positions.width", "even number"),
        (_with(positions={"kind": "rotary", "width": 4}), "positions.width", "turn 4 of the d_k = 2"),
        (_with(positions={"kind": "rotary", "start": 1.5}), "positions.start", "whole number"),
        (_with(positions={"kind": "rotary", "start": 10**20}), "positions.start", "within"),
        (_with(positions={"kind": "rotary", "base": 0}), "positions.base", "above 0"),
        (_with(positions={"kind": "rotary", "base": 1e-9}), "positions.base", "from 0.000001"),
        (_with(positions={"kind": "rotary", "base": None}), "positions.base", "Give a number"),
        (_with(positions={"kind": "rotary", "frequencies": [1, 2]}), "positions.frequencies", "holds 2 numbers but 1"),
        (_with(positions={"kind": "rotary", "frequencies": ["1"]}), "positions.frequencies", "Give a number"),
        (_with(positions={"kind": "rotary", "slopes": [1]}), "positions.slopes", "no field"),
        (_with(positions={"kind": "alibi", "slopes": [1, 2]}), "positions.slopes", "2 numbers but there are 1 heads"),
        (_with(positions={"kind": "alibi", "slopes": [1e9]}), "positions.slopes", "within"),
        (_with(positions={"kind": "alibi", "slopes": []}), "positions.slopes", "list of numbers"),
        (_with(inputs=DIRECT | {"Q": [[1]], "K": [[1], [2]]}, positions={"kind": "rotary"}), "positions", "d_k = 1"),
        (_with(tokens="a"), "tokens", "Give a list"),
        (_with(tokens=["a", "b"]), "tokens", "2 labels"),
        (_with(source_tokens=["a", 5]), "source_tokens", "label 2 is 5"),
        (_with(title=None), "title", "null"),
        (_with(title=5), "title", "text"),
        (_with(title="a\ud83d"), "title", "half a character (\\ud83d)"),
        (_with(source_tokens=["a", "\udc00"]), "source_tokens", "source_tokens, label 2 holds half a character"),
        (_with(heads=0), "heads", "0"),
        (_with(heads=1.5), "heads", "1.5"),
        (_with(heads=True), "heads", "True"),
        (_with(heads=None), "heads", "null"),
        (_with(heads=3), "Q", "3"),
        (_with(kv_heads=2), "kv_heads", "divide"),
        (_with(dtype="float16"), "dtype", "float16"),
        (_with(dtype=64), "dtype", "64"),
        (_with(scale="no"), "scale", "no"),
        (_with(scale=None), "scale", "null"),
        (_with(temperature=0), "temperature", "above 0"),
        (_with(temperature=None), "temperature", "null"),
        (_with(softcap=-1), "softcap", "above 0"),
        (_with(pencil=2.5), "pencil", "2.5"),
        (_with(bias=[[1]]), "bias", "1×1"),
        (_with(bias=[[1, "x"]]), "bias", 'bias, row 1, column 2 is "x"'),
        (_with(bias=[[[1, None]]]), "bias", "bias, head 1, row 1, column 2 is null"),
        (_with(bias=5), "bias", "bias is 5"),
        (_with(inputs=None), "inputs", "inputs holds null"),
        (_with(inputs=[1]), "inputs", "a list"),
        (_with(inputs=DIRECT | {"kind": "query"}), "inputs.kind", '"query"'),
        (_with(inputs={"X": [[1]]}), "inputs.kind", "kind"),
        (_with(inputs={"kind": "direct", "Q": [[1]], "K": [[1]]}), "V", "missing"),
        (_with(inputs=DIRECT | {"K": None}), "K", "missing"),
        (_with(inputs=DIRECT | {"V": [[1]]}), "V", "V has 1 row but K has 2"),
        (_with(inputs=PROJECTED | {"W_K": [[1], [2]]}), "W_K", "W_K has 2 rows but X has 1 column"),
        (_with(inputs=PROJECTED | {"b_Q": [1, "x"]}), "b_Q", 'b_Q, column 2 is "x"'),
        (_with(inputs=PROJECTED | {"b_Q": [[1]]}), "b_Q", "a list"),
        (_with(inputs=WEIGHTS | {"weights": [[0.5, 0.5]]}), "weights", "one matrix a head"),
        (_with(inputs=WEIGHTS | {"weights": [[[0.5, "x"]]]}), "weights", "head 1, row 1, column 2"),
        (_with(inputs=WEIGHTS, mask={"causal": True}), "mask", "does not apply"),
        (_with(inputs=WEIGHTS, mask={"alignment": "bottom_right"}), "mask", "does not apply"),
        (_with(inputs=WEIGHTS, mask={"padding": [0]}), "mask", "does not apply"),
        (_with(inputs=WEIGHTS, scale=False), "scale", "does not apply"),
        (_with(inputs=WEIGHTS, temperature=2), "temperature", "does not apply"),
        (_with(attnviz=None), "attnviz", "null"),
        (_with(attnviz="1"), "attnviz", '"1"'),
        (_with(attnviz=True), "attnviz", "true"),
        (_with(attnviz=0), "attnviz", "0"),
        (_with(attnviz=2), "attnviz", "newer"),
        (_with(attnviz=99999999999999999999), "attnviz", "attnviz is 99999999999999999999, a newer format"),
        (_with(attnviz="HERE").replace('"HERE"', "9" * 400), "attnviz", "newer"),
        (_with(attnviz=1.5), "attnviz", "attnviz is 1.5. Give the version of the format, 1"),
        (_with(heads=10**20), "heads", "heads is 100000000000000000000. Give a whole number from 1 to 1000000000."),
        (_with(kv_heads=10**20), "kv_heads", "kv_heads is 100000000000000000000"),
        (_with(pencil=10**20), "pencil", "pencil is 100000000000000000000"),
        (_with(mask={"padding": [10**20]}), "mask.padding", "holds 100000000000000000000. Give key"),
        ('{"inputs": {}}', "attnviz", "missing"),
        ('{"attnviz": 1}', "inputs", "missing"),
        ("[1, 2]", "the file", "a list"),
        ("5", "the file", "5"),
        ('{"attnviz": 1, "attnviz": 1, "inputs": {}}', "attnviz", "twice"),
        ('{"attnviz": 1, "inputs": {"kind": "direct", "Q": [[1]], "Q": [[2]]}}', "Q", "twice"),
    ],
)  # fmt: skip
def test_a_bad_field_is_named(text: str, field: str, words: str) -> None:
    error = refusal(text)
    assert error.where.name == field
    assert words in str(error)


def test_what_is_not_built_yet_says_so_in_its_type() -> None:
    assert isinstance(refusal(_with(attnviz=99)), NotBuilt)


def test_minus_infinity_as_a_word_is_refused_with_the_way_to_write_it() -> None:
    text = _with(bias=[[0, "HERE"]]).replace('"HERE"', "-Infinity")
    assert "-1e999" in str(refusal(text))


def test_a_number_too_large_for_float32_is_named() -> None:
    error = refusal(_with(dtype="float32", inputs=DIRECT | {"Q": [[1, 1e300]]}))
    assert error.where[:3] == ("Q", 0, 1)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b'{"attnviz": 1, "inp', "ends too early"),
        (b'{"attnviz": 1,\n "inputs" {}}', "line 2, column 11"),
        (b'{"attnviz": 1,}', "line 1"),
        (b"hello", "no JSON"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "carries no scenario"),
        (bytes(range(256)), "no text"),
        ('{"title": "\u00e9"}'.encode("latin-1"), "UTF-8"),
        ('{"attnviz": 1}'.encode("utf-16"), "UTF-16"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 50_000, "nested too deeply"),
        (b"PK\x03\x04 and then nothing", "damaged"),
    ],
)
def test_what_is_no_scenario_file_is_refused(data: bytes, words: str) -> None:
    error = refusal(data)
    assert isinstance(error, FileProblem)
    assert words in str(error)


@pytest.mark.parametrize("name", ["missing.attn", "no/such/folder.attn", "not-a-preset", "a\0b", "x" * 300])
def test_a_missing_file_is_named(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileProblem) as caught:
        load(name)
    assert "\n" not in str(caught.value)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileProblem, match="folder"):
        load(tmp_path)


def test_a_file_larger_than_any_text_scenario_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("attnviz.content.attn_file.MOST_TEXT_BYTES", 10)
    (tmp_path / "big.attn").write_bytes(b" " * 20)
    with pytest.raises(FileProblem, match="too large"):
        load(tmp_path / "big.attn")


def test_an_error_keeps_the_name_of_the_preset_or_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.attn"
    path.write_text(_with(heads=3))
    with pytest.raises(AttentionError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}: Q has 2 columns")

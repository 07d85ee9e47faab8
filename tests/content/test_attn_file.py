"""Scenario files: what is saved comes back identical, and people can read it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from random_scenarios import scenarios

from attnviz.content.atomic import FileProblem
from attnviz.content.attn_file import decode, encode, load, save
from attnviz.engine.inputs import Direct, Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario

# The example of the file format as it is documented.
BY_HAND = """
{"attnviz": 1, "title": "By hand", "tokens": ["a", "b", "c"], "source_tokens": null,
 "inputs": {"kind": "projected", "X": [[1,0],[0,1],[1,1]], "source": null,
            "W_Q": [[1,0],[1,1]], "W_K": [[1,1],[0,1]], "W_V": [[2,0],[0,1]], "W_O": null,
            "b_Q": null, "b_K": null, "b_V": null, "b_O": null},
 "heads": 1, "kv_heads": null, "dtype": "float64", "scale": true, "softcap": null, "bias": null, "positions": null,
 "mask": {"causal": false, "alignment": "top_left", "padding": [], "window": null, "custom": null},
 "temperature": 1.0, "pencil": null}
"""


def _small(**changes: object) -> Scenario:
    return Scenario(Direct(Q=[[1.0]], K=[[1.0], [2.0]], V=[[3.0], [4.0]]), **changes)  # type: ignore[arg-type]


def _bits(scenario: Scenario) -> list[bytes]:
    """So that 0 and −0, which are equal, are told apart."""
    return [values.tobytes() for _, values in scenario.inputs.items()]


@given(scenarios())
def test_a_saved_scenario_comes_back_identical(scenario: Scenario) -> None:
    back = decode(encode(scenario), "file")
    assert back == scenario
    assert _bits(back) == _bits(scenario)


@given(scenarios())
def test_a_packed_scenario_comes_back_identical(scenario: Scenario) -> None:
    back = decode(encode(scenario, packed=True), "file")
    assert back == scenario
    assert _bits(back) == _bits(scenario)


def test_the_documented_example_is_read() -> None:
    scenario = decode(BY_HAND.encode(), "example")
    assert scenario.title == "By hand"
    assert scenario.query_labels == ("a", "b", "c")
    np.testing.assert_array_equal(scenario.matrix("W_K"), [[1, 1], [0, 1]])


def test_a_file_holds_the_documented_fields_and_no_others() -> None:
    written = json.loads(encode(decode(BY_HAND.encode(), "example")))
    assert written == json.loads(BY_HAND)


def test_every_field_but_version_and_inputs_has_a_default() -> None:
    scenario = decode(b'{"attnviz": 1, "inputs": {"kind": "direct", "Q": [[1]], "K": [[1]], "V": [[1]]}}', "x")
    assert scenario == Scenario(Direct(Q=[[1.0]], K=[[1.0]], V=[[1.0]]))


def test_mask_fields_have_defaults_one_by_one() -> None:
    text = BY_HAND.replace('"alignment": "top_left", "padding": [], "window": null, "custom": null', '"padding": [2]')
    assert decode(text.encode(), "x").mask == Mask(padding=(2,))


def test_one_row_of_a_matrix_is_one_line() -> None:
    lines = encode(decode(BY_HAND.encode(), "example")).decode().splitlines()
    assert lines[7:11] == ['    "X": [', "      [1, 0],", "      [0, 1],", "      [1, 1]"]


@pytest.mark.parametrize(
    "changes",
    [{"scale": False}, {"scale": 0.0}, {"scale": 1.0}, {"pencil": 0}, {"softcap": 1.0}, {"kv_heads": 1}, {"title": ""}],
)
def test_an_off_a_zero_and_a_one_stay_what_they_are(changes: dict[str, object]) -> None:
    back = decode(encode(_small(**changes)), "x")
    (name,) = changes
    assert getattr(back, name) == changes[name]
    assert type(getattr(back, name)) is type(changes[name])


def test_a_float32_is_written_with_its_own_digits_only() -> None:
    inputs = Direct(*(np.array([[0.1]], dtype=np.float32) for _ in "QKV"))
    assert b"[0.1]" in encode(Scenario(inputs, dtype="float32"))


def test_numbers_keep_full_precision() -> None:
    scenario = _small(bias=[[0.1 + 0.2, 1 / 3]])
    assert b"0.30000000000000004, 0.3333333333333333" in encode(scenario)
    assert decode(encode(scenario), "x") == scenario


def test_minus_infinity_in_a_bias_is_written_as_a_json_number() -> None:
    data = encode(_small(bias=[[-np.inf, 0.0]]))
    assert b"[-1e999, 0]" in data
    assert decode(data, "x").bias[0, 0] == -np.inf  # type: ignore[index]


def test_labels_stay_readable_in_the_file() -> None:
    labels = ("Ġżółć", '"<b>\n')
    data = encode(_small(source_tokens=labels))
    assert "Ġżółć".encode() in data
    assert decode(data, "x").source_tokens == labels


@pytest.mark.parametrize("label", ["😀", "\uffff", "\x00", "e\u0301", "\u2028"])
def test_any_whole_character_in_a_label_survives(label: str) -> None:
    scenario = _small(source_tokens=(label, "b"))
    for packed in (False, True):
        assert decode(encode(scenario, packed=packed), "x") == scenario


def test_numpy_texts_come_back_as_they_were_taken() -> None:
    scenario = _small(title=np.str_("t"), source_tokens=tuple(np.array(["a", "b"])))
    assert decode(encode(scenario), "x") == scenario


def test_above_a_hundred_thousand_numbers_a_file_is_an_archive_that_numpy_reads() -> None:
    wide = np.arange(100_000.0).reshape(2, -1)
    scenario = Scenario(Direct(Q=wide / 3, K=wide, V=[[1.0], [2.0]]), mask=Mask(custom=[[True, False], [True, True]]))
    data = encode(scenario)
    archive = np.load(io.BytesIO(data), allow_pickle=False)
    assert sorted(archive.files) == ["K", "Q", "V", "mask.custom", "scenario"]
    assert json.loads(archive["scenario"].item())["inputs"] == {"kind": "direct", "W_O": None}
    np.testing.assert_array_equal(archive["Q"], wide / 3)
    assert decode(data, "x") == scenario


def test_exactly_a_hundred_thousand_numbers_are_still_text() -> None:
    wide = np.zeros((1, 49_999))
    assert encode(Scenario(Direct(Q=wide, K=wide, V=np.zeros((1, 2))))).startswith(b"{")


def test_the_same_scenario_gives_the_same_bytes() -> None:
    assert encode(_small(), packed=True) == encode(_small(), packed=True)


def test_an_archive_made_by_numpy_is_read(tmp_path: Path) -> None:
    path = tmp_path / "made.attn"
    text = json.dumps({"attnviz": 1, "inputs": {"kind": "direct"}})
    with path.open("wb") as file:
        np.savez_compressed(
            file, scenario=text.encode(), Q=np.ones((2, 3)), K=np.eye(3, order="F"), V=np.ones((3, 1), int)
        )
    assert load(path).sizes.d_k == 3


def test_json_bytes_as_numbers_or_as_a_bare_entry_are_read_too() -> None:
    text = b'{"attnviz": 1, "inputs": {"kind": "direct", "Q": [[1]], "K": [[1]], "V": [[1]]}}'
    file = io.BytesIO()
    np.savez(file, scenario=np.frombuffer(text, np.uint8))
    assert decode(file.getvalue(), "x") == Scenario(Direct(Q=[[1.0]], K=[[1.0]], V=[[1.0]]))


def test_saving_replaces_the_file_or_refuses_to(tmp_path: Path) -> None:
    path = tmp_path / "a.attn"
    save(_small(), path)
    save(_small(title="new"), path)
    assert load(path).title == "new"
    with pytest.raises(FileProblem, match="exists"):
        save(_small(), path, replace=False)


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert decode(b"\xef\xbb\xbf" + BY_HAND.encode(), "x").title == "By hand"


def test_a_file_comes_before_a_preset_of_the_same_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save(_small(title="mine"), "by-hand")
    assert load("by-hand").title == "mine"


def test_a_folder_does_not_hide_a_preset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("by-hand").mkdir()
    assert load("by-hand").title == "By hand"


def test_projected_inputs_keep_biases_as_one_row() -> None:
    scenario = Scenario(Projected(X=[[1.0]], W_Q=[[1.0]], W_K=[[1.0]], W_V=[[1.0]], b_Q=[0.5]))
    assert b'"b_Q": [0.5],' in encode(scenario)
    assert decode(encode(scenario), "x") == scenario


@pytest.mark.parametrize("name", ["X.npy", "X.csv", "X.safetensors", "X.npz"])
def test_a_file_of_numbers_names_the_way_to_a_scenario(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    match path.suffix:
        case ".npy":
            np.save(path, np.eye(3))
        case ".npz":
            np.savez(path, X=np.eye(3))
        case _:
            path.write_text("1,2\n3,4\n", encoding="utf-8")
    with pytest.raises(FileProblem, match="attnviz import"):
        load(path)

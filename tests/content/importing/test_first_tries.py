"""What newcomers bring opens right at the first try, or says exactly what it needs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from attnviz.content.importing import Part, parts_of, place, plan, read, read_path, suggest
from attnviz.content.importing.opened_heads import head_of
from attnviz.content.tables import stage_table
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.tracing import trace
from tools.fuzz.samples import safetensors

RANDOM = np.random.default_rng(11)

# As on a sheet of AI by Hand: four tokens in columns, d_model 6, and W of 3×6 on the left of X.
SHEET = """\
,,,,,,,the,cat,sat,on
,,,,,,,1,0,1,2
,,,,,,,0,1,1,0
,,,,,,,1,1,0,0
,,,,,,,2,0,1,1
,,,,,,,0,0,1,1
,,,,,,,1,2,0,1
,,,,,,,,,,
W_Q,,,,,,,,,,
1,0,0,1,0,1,,,,,
0,1,0,1,1,0,,,,,
1,1,0,0,0,2,,,,,
"""


def test_a_sheet_with_tokens_in_columns_opens_right() -> None:
    found = read(SHEET, "sheet.csv")
    x, w = found.arrays
    assert (x.shape, x.column_labels, w.shape, w.name) == ((6, 4), ("the", "cat", "sat", "on"), (3, 6), "W_Q")
    made = place([Part(x, "X"), Part(w, "W_Q")])
    assert made.tokens == ("the", "cat", "sat", "on")
    np.testing.assert_array_equal(trace(made).at("queries", 0), (w.values @ x.values).T)
    np.testing.assert_array_equal(stage_table(trace(made), "queries", 0).values[0], [4, 2, 3])  # worked by hand


def test_w_and_x_side_by_side_on_a_sheet_are_two_tables() -> None:
    rows = [[*map(str, RANDOM.integers(0, 9, 6)), "", *map(str, RANDOM.integers(0, 9, 4))] for _ in range(6)]
    for row in rows[3:]:
        row[:6] = [""] * 6
    w, x = read("\n".join("\t".join(row) for row in rows), "sheet").arrays
    assert (w.shape, x.shape) == ((3, 6), (6, 4))
    assert place([Part(x, "X"), Part(w, "W_Q")]).sizes.T == 4


def test_a_bool_mask_from_a_notebook_opens_right() -> None:
    text = "tensor([[ True, False, False],\n        [ True,  True, False],\n        [ True,  True,  True]])"
    found = read(text, "clipboard")
    made = plan([*suggest([found]), Part(read("[[1, 2], [3, 4], [5, 6]]", "clipboard").arrays[0], "X")])
    assert made.scenario is not None
    np.testing.assert_array_equal(made.scenario.mask.custom, np.tri(3, dtype=bool))
    np.testing.assert_array_equal(trace(made.scenario).at("weights", 0)[0], [1, 0, 0])


def test_an_attention_tensor_saved_by_a_script_opens_right(tmp_path: Path) -> None:
    """As `np.save("attention.npy", torch.stack(outputs.attentions).numpy())` writes it: layers, batch, heads, T, S."""
    scores = RANDOM.normal(size=(3, 1, 2, 5, 5))
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    np.save(tmp_path / "attention.npy", weights.astype(np.float32))
    found = read_path(tmp_path / "attention.npy")
    (part,) = suggest([found])
    assert part.target == "weights"
    made = place([part.choosing("layer", "2")])
    assert isinstance(made.inputs, GivenWeights)
    np.testing.assert_allclose(made.inputs.weights, weights[1, 0], atol=1e-7)
    assert found.source is not None
    assert (found.source.layers, found.source.heads) == (3, 2)
    np.testing.assert_allclose(found.source.weights(1), weights[1, 0], atol=1e-7)


def _gpt2(folder: Path, d_model: int = 6) -> dict[str, np.ndarray]:
    arrays = {
        f"h.{layer}.{name}": RANDOM.normal(size=shape).astype(np.float32)
        for layer in range(2)
        for name, shape in {
            "attn.c_attn.weight": (d_model, 3 * d_model), "attn.c_attn.bias": (3 * d_model,),
            "attn.c_proj.weight": (d_model, d_model), "attn.c_proj.bias": (d_model,), "ln_1.weight": (d_model,),
            "ln_1.bias": (d_model,),
        }.items()
    }  # fmt: skip
    (folder / "model.safetensors").write_bytes(safetensors(arrays))
    (folder / "config.json").write_text(
        '{"model_type": "gpt2", "n_head": 2, "n_embd": 6, "n_layer": 2}', encoding="utf-8"
    )
    return arrays


def test_a_folder_of_gpt2_weights_says_exactly_what_it_needs(tmp_path: Path) -> None:
    _gpt2(tmp_path)
    found = read_path(tmp_path)
    assert (found.kind, suggest([found])) == ("checkpoint", ())
    with pytest.raises(AttentionError, match="Say which: --layer 1 to 2"):
        head_of(found, [], layer=None, head=None, heads=None)
    with pytest.raises(AttentionError, match=r"give X.*\(T, 6\).*--as X"):
        head_of(found, [], layer=1, head=None, heads=None)


def test_a_folder_of_gpt2_weights_opens_with_x(tmp_path: Path) -> None:
    arrays = _gpt2(tmp_path)
    x = RANDOM.normal(size=(4, 6))
    (array,) = read(repr(x.tolist()), "x").arrays
    made = head_of(read_path(tmp_path), [Part(array, "X")], layer=2, head=None, heads=None)
    fused, bias = arrays["h.1.attn.c_attn.weight"], arrays["h.1.attn.c_attn.bias"]
    keys = np.concatenate([trace(made).at("keys", head) for head in range(2)], axis=1)
    np.testing.assert_allclose(keys, x @ fused[:, 6:12] + bias[6:12], atol=1e-6)


def test_one_layer_with_fused_weights_is_taken_apart() -> None:
    weight = RANDOM.normal(size=(12, 4))
    found = read(safetensors({"in_proj_weight": weight, "in_proj_bias": np.arange(12.0)}), "file")
    made = place([*suggest([found]), Part(read("[[1, 2, 3, 4], [5, 6, 7, 8]]", "x").arrays[0], "X")])
    np.testing.assert_array_equal(made.matrix("W_K"), weight[4:8].T)
    np.testing.assert_array_equal(made.matrix("b_V"), np.arange(8.0, 12.0))


def test_conv1d_of_gpt2_is_taken_apart_along_its_columns() -> None:
    weight = RANDOM.normal(size=(4, 12))
    (array,) = read(safetensors({"h.0.attn.c_attn.weight": weight}), "file").arrays
    found = {part.target: part.array for part in parts_of(array, "W_Q")}
    np.testing.assert_array_equal(found["W_V"].values, weight[:, 8:])  # type: ignore[union-attr]


def test_matrices_of_a_torch_state_go_by_their_names() -> None:
    names = {"attn.q_proj.weight": 0, "attn.k_proj.weight": 1, "attn.v_proj.weight": 2, "attn.out_proj.weight": 3}
    arrays = {name: RANDOM.normal(size=(4, 4)) for name in names}
    found = read(safetensors({**arrays, "hidden_states": RANDOM.normal(size=(3, 4))}), "file")
    made = place(suggest([found]))
    np.testing.assert_array_equal(made.matrix("W_Q"), arrays["attn.q_proj.weight"].T)
    np.testing.assert_array_equal(made.matrix("W_O"), arrays["attn.out_proj.weight"].T)


def test_an_archive_with_the_papers_names_opens_without_a_question(tmp_path: Path) -> None:
    np.savez(
        tmp_path / "layer.npz",
        X=np.eye(3),
        W_Q=np.ones((3, 2)),
        W_K=np.ones((3, 2)),
        W_V=np.eye(3),
        tokens=np.array(["a", "b", "c"]),
    )
    made = plan(suggest([read_path(tmp_path / "layer.npz")]))
    assert made.scenario is not None
    assert made.scenario.tokens == ("a", "b", "c")
    assert [note for note in made.notes if not note.startswith("1 head: ")] == []


def test_a_sheet_without_names_is_w_times_x_with_tokens_in_columns() -> None:
    x = ["1012", "0110", "1100", "2011", "0011", "1201"]
    left = ["1,0,0,1,0,1", "0,1,0,1,1,0", "1,1,0,0,0,2", *["," * 5] * 3]
    found = read("".join(f"{row},,{','.join(right)}\n" for row, right in zip(left, x, strict=True)), "sheet")
    made = plan(suggest([found]))
    assert made.scenario is not None
    np.testing.assert_array_equal(trace(made.scenario).at("queries", 0)[0], [4, 2, 3])
    assert made.scenario.sizes.T == 4


def test_labels_beside_the_left_table_of_a_sheet_say_that_it_is_x() -> None:
    found = read("the,1,2,,5,6,7\ncat,3,4,,8,9,1\n", "sheet")
    made = plan(suggest([found]))
    assert made.scenario is not None
    assert made.scenario.tokens == ("the", "cat")
    np.testing.assert_array_equal(trace(made.scenario).at("queries", 0), [[21, 24, 9], [47, 54, 25]])


def test_the_table_without_a_name_beside_named_ones_is_x() -> None:
    parts = suggest([read(SHEET, "sheet.csv")])
    assert [(part.target, part.array.name) for part in parts] == [("W_Q", "W_Q"), ("X", "block 1")]


def test_what_a_sheet_suggests_is_shown_as_a_guess() -> None:
    made = plan(suggest([read("1,2,3,,1\n4,5,6,,2\n,,,,3\n", "sheet")]))
    guesses = {
        (one.target, choice.key): (choice.value, choice.guessed) for one in made.placed for choice in one.choices
    }
    assert guesses == {("X", "tokens"): ("columns", True), ("W_Q", "product"): ("XWt", True)}


def test_a_product_laid_out_as_by_hand_is_x_above_and_w_on_the_left() -> None:
    x = ["1012", "0110", "1100", "2011", "0011", "1201"]
    w = ["100101", "010110", "110002"]
    result = ("4 2 2 4", "2 1 3 2", "3 5 2 4")  # W·X, worked by hand
    rows = [[*[""] * 6, *row] for row in x] + [[*row, *line.split()] for row, line in zip(w, result, strict=True)]
    found = read("\n".join("\t".join(row) for row in rows), "clipboard")
    assert [array.shape for array in found.arrays] == [(6, 4), (3, 6), (3, 4)]
    made = plan(suggest([found]))
    assert made.scenario is not None
    np.testing.assert_array_equal(
        trace(made.scenario).at("queries", 0), np.array([line.split() for line in result], dtype=float).T
    )

"""Masks as students save them, known by file name, by values, and by their one row."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

from attnviz.content.importing import plan, read, read_path, suggest
from attnviz.content.importing.layered import is_layered
from attnviz.content.presets import preset
from attnviz.engine.scenario import Scenario

CAUSAL = np.tri(4, dtype=bool)
PADDED = np.array([True, True, True, False])
LOWEST = np.finfo(np.float32).min


def _with_x(folder: Path, name: str, mask: np.ndarray) -> tuple[Scenario, tuple[str, ...]]:
    """The scenario of X and a mask in a file each, and what is noted of the mask."""
    np.save(folder / "X.npy", np.arange(24.0).reshape(4, 6))
    np.save(folder / name, mask)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = plan(suggest([read_path(folder / "X.npy"), read_path(folder / name)]))
    assert made.scenario is not None, made.problem
    return made.scenario, next(one.notes for one in made.placed if one.target == "mask")


@pytest.mark.parametrize(
    ("name", "mask"),
    [
        ("mask_int.npy", CAUSAL.astype(int)),
        ("hide.npy", np.where(CAUSAL, 0, -1e9)),
        ("mask_int_hide.npy", (~CAUSAL).astype(int)),
        ("lower.npy", CAUSAL.astype(np.float32)),
        ("mask4d.npy", np.where(CAUSAL, 0, LOWEST).astype(np.float32)[np.newaxis, np.newaxis]),
        ("attn.npy", ~CAUSAL),
    ],
)
def test_a_causal_mask_is_one_however_it_was_saved(tmp_path: Path, name: str, mask: np.ndarray) -> None:
    made, notes = _with_x(tmp_path, name, mask)
    np.testing.assert_array_equal(made.mask.custom, CAUSAL)
    assert any("This is a causal mask." in note for note in notes)


@pytest.mark.parametrize(
    ("name", "mask"),
    [
        ("key_padding_mask.npy", ~PADDED),
        ("attention_mask.npy", PADDED[np.newaxis].astype(np.int64)),
        ("of_keys.npy", np.where(PADDED, 0, LOWEST).astype(np.float32)[np.newaxis, np.newaxis, np.newaxis]),
        ("pad.npy", (~PADDED)[np.newaxis]),
    ],
)
def test_one_row_for_all_queries_is_a_mask_of_padding_and_that_is_said(
    tmp_path: Path, name: str, mask: np.ndarray
) -> None:
    made, notes = _with_x(tmp_path, name, mask)
    assert made.mask.padding == (3,)
    assert any("one row for all queries: key 4 is hidden" in note for note in notes)


def test_padding_is_what_fewer_keys_are(tmp_path: Path) -> None:
    made, notes = _with_x(tmp_path, "pad.npy", np.tile(~PADDED, (4, 1)))
    np.testing.assert_array_equal(made.mask.custom, np.tile(PADDED, (4, 1)))
    assert any("all rows are alike: key 4 is hidden" in note for note in notes)


def test_a_mask_of_another_size_is_refused_in_plain_words(tmp_path: Path) -> None:
    np.save(tmp_path / "X.npy", np.arange(24.0).reshape(4, 6))
    np.save(tmp_path / "mask.npy", np.tri(5, dtype=bool))
    made = plan(suggest([read_path(tmp_path / "X.npy"), read_path(tmp_path / "mask.npy")]))
    assert str(made.problem).startswith("The mask is 5×5 but the scores are 4×4.")


def test_two_files_are_never_both_X(tmp_path: Path) -> None:
    np.save(tmp_path / "one.npy", np.arange(24.0).reshape(4, 6))
    np.save(tmp_path / "two.npy", np.arange(18.0).reshape(6, 3))
    np.save(tmp_path / "three.npy", np.arange(35.0).reshape(5, 7))
    files = [read_path(tmp_path / f"{name}.npy") for name in ("one", "two", "three")]
    assert [part.target for part in suggest(files)] == ["X", "W_Q"]


def test_heads_before_or_behind_tokens_are_told_by_how_many_tokens_there_are(tmp_path: Path) -> None:
    arrays = {name: np.arange(24.0).reshape(4, 2, 3) for name in "QKV"}
    np.savez(tmp_path / "behind.npz", tokens=np.array(list("abcd")), **arrays)
    np.savez(tmp_path / "before.npz", tokens=np.array(list("ab")), **arrays)
    behind, before = (plan(suggest([read_path(tmp_path / f"{name}.npz")])).scenario for name in ("behind", "before"))
    assert behind is not None
    assert before is not None
    assert (behind.sizes.T, behind.heads) == (4, 2)
    assert (before.sizes.T, before.heads) == (2, 4)


def test_an_array_a_layer_is_attention_of_several_layers(tmp_path: Path) -> None:
    maps = np.full((3, 1, 2, 5, 5), 0.2, dtype=np.float32)
    np.savez(tmp_path / "tuple.npz", *maps)
    np.savez(
        tmp_path / "named.npz", tokens=np.array(list("abcde")), **{f"layer_{at}": one for at, one in enumerate(maps)}
    )
    np.savez(tmp_path / "qkv.npz", **dict.fromkeys("QKV", maps[0, 0]))
    np.savez(tmp_path / "other.npz", *(maps * 3))
    assert is_layered(read_path(tmp_path / "tuple.npz"))
    assert is_layered(read_path(tmp_path / "named.npz"))
    assert not is_layered(read_path(tmp_path / "qkv.npz"))
    assert not is_layered(read_path(tmp_path / "other.npz"))


def test_a_table_with_tokens_is_X_rather_than_a_projection_of_that_size(tmp_path: Path) -> None:

    into = preset("by-hand")  # W_Q is 2×2
    labelled, bare = read("A;B\n1;2\n3;4\n", "sheet"), read("1;2\n3;4\n", "sheet")
    assert [part.target for part in suggest([labelled], into)] == ["X"]
    assert [part.target for part in suggest([bare], into)] == ["W_Q"]


def test_the_one_array_that_can_be_X_beside_named_projections_is_X(tmp_path: Path) -> None:
    per_head = {f"blocks.0.attn.W_{letter}": np.ones((2, 6, 3)) for letter in "QKV"}
    np.savez(tmp_path / "layer.npz", resid=np.arange(24.0).reshape(4, 6), **per_head)
    found = read_path(tmp_path / "layer.npz")
    made = plan(suggest([found]))
    assert made.scenario is not None
    assert (made.scenario.sizes.T, made.scenario.heads) == (4, 2)
    into = plan(suggest([found], preset("by-hand")), preset("by-hand"))  # of d_model 2, which the heads are
    assert into.heads == 2


def test_a_layer_of_a_model_says_that_nothing_tells_its_heads(tmp_path: Path) -> None:
    names = {f"{name}_proj.weight": np.ones((4, 4)) for name in ("q", "k", "v")}
    np.savez(tmp_path / "layer.npz", X=np.ones((3, 4)), **names)
    parts = suggest([read_path(tmp_path / "layer.npz")])
    assert any(note.startswith("1 head: the arrays do not tell how many") for note in plan(parts).notes)
    assert not any("1 head" in note for note in plan(parts, heads=2).notes)


def test_saying_that_tokens_are_in_columns_turns_a_square_projection_too(tmp_path: Path) -> None:
    np.savez(tmp_path / "square.npz", X=np.arange(16.0).reshape(4, 4), W_Q=np.arange(16.0).reshape(4, 4))
    x, w = suggest([read_path(tmp_path / "square.npz")])
    made = plan([x.choosing("tokens", "columns"), w])
    product = next(choice for choice in made.placed[1].choices if choice.key == "product")
    assert product.value == "XWt"

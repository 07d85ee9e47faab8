"""Arrays that a program of one's own saved: with a causal mask, and with a matrix for each head."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from attnviz import load, trace

Run = Callable[..., str]


def saved(folder: Path, **arrays: np.ndarray) -> list[str]:
    """A file for each array, by its name."""
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array)
    return [str(folder / f"{name}.npy") for name in arrays]


def test_arrays_of_a_decoder_come_in_with_its_mask(said: Run, tmp_path: Path) -> None:
    draw = np.random.default_rng(5)
    X, W = draw.normal(size=(5, 3)), draw.normal(size=(3, 2))
    out = tmp_path / "decoder.attn"
    said("import", *saved(tmp_path, X=X, W_Q=W, W_K=W, W_V=W), "--causal", "-o", str(out))
    scores = np.where(np.tri(5, dtype=bool), (X @ W) @ (X @ W).T / np.sqrt(2), -np.inf)
    weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(trace(load(out)).at("weights", 0), weights, atol=1e-12)


def test_weights_as_they_are_given_take_no_mask(refused: Run, tmp_path: Path) -> None:
    (path,) = saved(tmp_path, weights=np.eye(3))
    words = refused("import", path, "--as", "weights", "--causal", "-o", str(tmp_path / "x.attn"))
    assert "not masked. Leave --causal out." in words


def test_queries_keys_and_values_by_head_are_known_by_their_names(said: Run, tmp_path: Path) -> None:
    draw = np.random.default_rng(6)
    Q, K, V = (draw.normal(size=(2, 5, 4)) for _ in range(3))  # heads, tokens, d_k
    out = tmp_path / "heads.attn"
    said("import", *saved(tmp_path, Q=Q, K=K, V=V), "-o", str(out))
    exponentials = np.exp(Q @ K.transpose(0, 2, 1) / 2)
    expected = exponentials / exponentials.sum(axis=2, keepdims=True) @ V
    made = trace(load(out))
    for head in range(2):
        np.testing.assert_allclose(made.at("head_output", head), expected[head], atol=1e-12)


def test_one_array_that_is_nothing_known_asks_for_its_meaning_alone(refused: Run, tmp_path: Path) -> None:
    words = refused("import", *saved(tmp_path, X=np.eye(3), thing=np.ones((7, 5))), "-o", str(tmp_path / "x.attn"))
    assert "thing.npy holds 1 array: 7×5. Say what it is with --as." in words

"""Arrays of a decoder, brought in with its causal mask."""

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

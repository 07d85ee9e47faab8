"""Pictures of a model's heads from the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from attnviz.__main__ import main

BANK = "She sat by the river bank."


def _texts(path: Path) -> list[str]:
    return re.findall(r">([^<>]+)</text>", path.read_text(encoding="utf-8"))


def test_all_heads_are_drawn_as_a_grid(tmp_path: Path) -> None:
    assert main(["model", BANK, "-o", str(tmp_path / "grid.svg")]) == 0
    texts = _texts(tmp_path / "grid.svg")
    assert f"MiniLM-L6: “{BANK}”" in texts
    assert {"heads", "layers", "12", "6"} <= set(texts)


def test_one_head_is_drawn_as_lines(tmp_path: Path) -> None:
    assert main(["model", BANK, "--layer", "4", "--head", "2", "-o", str(tmp_path / "lines.svg")]) == 0
    texts = _texts(tmp_path / "lines.svg")
    assert "Layer 4, head 2" in texts
    assert texts.count("bank") == 2


def test_the_tokens_that_are_searched_are_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["model", BANK, "--layer", "1", "--head", "1", "--find", "bank", "river", "-o", str(tmp_path / "l.svg")]
    assert main(words) == 0
    assert "river" in capsys.readouterr().out
    assert len([text for text in _texts(tmp_path / "l.svg") if re.fullmatch(r"0\.\d{3}", text)]) == 9


def test_a_layer_that_is_not_there_is_refused_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "grid.png"
    assert main(["model", BANK, "--layer", "7", "-o", str(path)]) == 2
    assert "layer 7" in capsys.readouterr().err
    assert not path.exists()

"""code, as typed."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from attnviz import load, save
from attnviz.cli import main
from attnviz.cli.parsers_code import _LANGUAGES
from attnviz.content.code.program import LANGUAGES, write_code
from attnviz.engine.mask import Mask


def test_code_prints_the_program_in_numpy_unless_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["code", "by-hand"]) == 0
    assert capsys.readouterr().out == write_code(load("by-hand"), "numpy")


def test_the_languages_of_the_command_are_those_of_the_writers() -> None:
    assert _LANGUAGES == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_writes_the_program_to_a_file(language: str, tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    assert main(["code", "two-heads", "--language", language, "-o", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == write_code(load("two-heads"), language)


def test_code_keeps_an_existing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text("mine", encoding="utf-8")
    assert main(["code", "by-hand", "-o", str(file)]) == 2
    assert file.read_text(encoding="utf-8") == "mine"
    assert "--force" in capsys.readouterr().err


def test_code_refuses_a_hidden_row_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(replace(load("by-hand"), mask=Mask(padding=(0, 1, 2))), tmp_path / "hidden.attn")
    assert main(["code", str(tmp_path / "hidden.attn")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "sees no key" in captured.err


def test_code_refuses_what_the_function_cannot_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(replace(load("by-hand"), softcap=5.0), tmp_path / "capped.attn")
    assert main(["code", str(tmp_path / "capped.attn"), "--language", "torch-sdpa"]) == 2
    assert "cannot cap scores (softcap). Choose PyTorch written out (torch)" in capsys.readouterr().err


def test_a_terminal_of_few_letters_gets_the_same_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(replace(load("by-hand"), tokens=("…", "−\\é", "好")), tmp_path / "signs.attn")
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True)
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["code", str(tmp_path / "signs.attn")]) == 0
    monkeypatch.undo()
    names: dict[str, object] = {}
    exec(stream.buffer.getvalue().decode("ascii"), names)  # type: ignore[attr-defined]
    assert names["tokens"] == ["…", "−\\é", "好"]


def test_the_program_runs_as_it_comes_out_of_the_pipe() -> None:
    program = subprocess.run([sys.executable, "-m", "attnviz", "code", "by-hand"], capture_output=True, check=True)
    found = subprocess.run([sys.executable, "-"], input=program.stdout, capture_output=True, check=True)
    assert found.stdout.startswith(b"output\n[[1.6044483")

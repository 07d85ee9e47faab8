"""The command as a process: its streams, its exit status, and what it leaves behind."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from attnviz.cli import main
from attnviz.content.attn_file import load, save

LABELS = ("Ġżółć\n", '"هذا", 👨\u200d👩\u200d👧', "=1+1")


def _run(*arguments: str, **options) -> subprocess.CompletedProcess[bytes]:
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run(
        [sys.executable, "-m", "attnviz", *arguments], stderr=subprocess.PIPE, timeout=60, check=False, **options
    )


def _modules(*arguments: str) -> set[str]:
    """What a command imports."""
    code = f"import sys; from attnviz.cli import main; main({list(arguments)!r}); print('\\n' + ' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.fixture
def hard_labels(tmp_path: Path) -> str:
    path = tmp_path / "labels.attn"
    save(replace(load("by-hand"), tokens=LABELS), path)
    return str(path)


def test_success_is_status_zero_and_an_empty_standard_error() -> None:
    done = _run("check", "by-hand")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"ok\n", b"")


def test_a_wrong_file_is_status_two_and_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.attn").write_bytes(b"\x00\xff")
    done = _run("check", str(tmp_path / "bad.attn"))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def test_any_label_prints_where_ascii_only_is_known(hard_labels: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LANG": "C", "LC_ALL": "C"}
    done = _run("trace", hard_labels, "--stage", "weights", env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


PIPED = [
    *((("trace", "X", "--stage", "weights", "--format", form), form) for form in ("json", "csv", "tsv")),
    *((("export", "X", "--format", form), form) for form in ("json", "csv", "tsv", "html", "latex", "markdown")),
    *((("code", "X", "--language", language), "py") for language in ("numpy", "torch")),
    (("explain", "X", "--stage", "weights", "--row", "1", "--column", "2", "--format", "markdown"), "md"),
    (("lab", "decode", "--format", "json"), "json"),
]
# One process for all: each command finds the pipe as it was, and how it ended stands between two zeros behind it.
ONE_AFTER_ANOTHER = """
import io, json, sys
from attnviz.cli import main
for arguments in json.load(sys.stdin):
    done = main(arguments)
    sys.stdout.flush()
    sys.stdout.buffer.write(b"\\0%d\\0" % done)
    sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding=sys.argv[1])
"""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_pipe_gets_the_bytes_of_the_file_whatever_the_code_page(
    hard_labels: str, tmp_path: Path, encoding: str
) -> None:
    commands = [[hard_labels if word == "X" else word for word in verb] for verb, _ in PIPED]
    done = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_ANOTHER, encoding], input=json.dumps(commands).encode(), capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding}, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    piped = done.stdout.split(b"\0")
    assert piped[1::2] == [b"0"] * len(PIPED)
    for number, (arguments, (_, ending)) in enumerate(zip(commands, PIPED, strict=True)):
        file = tmp_path / f"{number}.{ending}"
        assert main([*arguments, "-o", str(file)]) == 0
        assert piped[2 * number] == file.read_bytes(), arguments


class Terminal(io.TextIOWrapper):
    """Where a person reads along, who has ASCII only."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="ascii")

    def isatty(self) -> bool:
        return True

    def text(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode("ascii")


@pytest.mark.parametrize("form", ["text", "json", "csv", "tsv"])
def test_any_label_prints_on_a_terminal_that_knows_ascii_only(
    hard_labels: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    assert main(["trace", hard_labels, "--stage", "weights", "--format", form]) == 0
    assert "0." in terminal.text()


@pytest.mark.parametrize("arguments", [["trace", "X", "--stage", "weights"], ["export", "X", "--stage", "weights"]])
def test_json_stays_json_on_a_terminal_that_knows_ascii_only(
    hard_labels: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    assert main([hard_labels if word == "X" else word for word in (*arguments, "--format", "json")]) == 0
    assert json.loads(terminal.text())["rows"] == list(LABELS)


def test_the_list_of_presets_prints_on_a_terminal_that_knows_ascii_only() -> None:
    done = _run("presets", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_stops_early_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = _run("trace", "trophy", "--stage", "X", stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_full_disk_behind_standard_output_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = _run("trace", "by-hand", "--stage", "X", stdout=full)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


def test_help_and_presets_wait_neither_for_numpy_nor_for_qt() -> None:
    for arguments in (["--help"], ["presets"]):
        assert not {"numpy", "PySide6", "pyqtgraph"} & _modules(*arguments)


def test_trace_and_check_do_not_wait_for_qt() -> None:
    assert not {"PySide6", "pyqtgraph"} & _modules("trace", "by-hand", "--stage", "weights")


def test_a_missing_file_is_found_out_before_qt_is_loaded() -> None:
    assert "PySide6" not in _modules("no-such-preset")

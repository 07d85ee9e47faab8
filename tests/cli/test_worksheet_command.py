"""`attnviz worksheet`: two PDFs or none, the same for the same seed, and one line for what cannot be made."""

from __future__ import annotations

from pathlib import Path

import pytest

from attnviz.cli import main


def run(*arguments: object) -> int:
    """The exit status."""
    return main(["worksheet", *map(str, arguments)])


def test_sheet_and_key_are_written(tmp_path: Path) -> None:
    sheet, key = tmp_path / "sheet.pdf", tmp_path / "key.pdf"
    assert run("--seed", 7, "--exercises", 2, "-o", sheet, "--key", key) == 0
    assert [path.read_bytes()[:5] for path in (sheet, key)] == [b"%PDF-", b"%PDF-"]


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    for path in (one, two):
        run("--seed", 7, "--exercises", 3, "-o", path)
    assert one.read_bytes() == two.read_bytes()


def test_the_key_is_optional(tmp_path: Path) -> None:
    run("--exercises", 1, "-o", tmp_path / "sheet.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]


def test_it_can_be_about_a_scenario_and_some_kinds(tmp_path: Path) -> None:
    assert run("by-hand", "--kinds", "score,weight", "--exercises", 2, "-o", tmp_path / "sheet.pdf") == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--kinds", "riddle", "-o", "sheet.pdf"), "There is no kind 'riddle'"),
        (("by-hand", "--kinds", "concatenation", "-o", "sheet.pdf"), "Choose new numbers"),
        (("-o", "sheet.txt"), "ends in .pdf"),
        (("-o", "sheet.pdf", "--key", "sheet.pdf"), "Give the key another"),
        (("--exercises", "0", "-o", "sheet.pdf"), "whole number from 1"),
    ],
)
def test_what_cannot_be_made_is_one_line_and_no_file(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert run(*arguments) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_existing_key_keeps_both_from_being_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet, key = tmp_path / "sheet.pdf", tmp_path / "key.pdf"
    key.write_bytes(b"mine")
    assert run("--exercises", 1, "-o", sheet, "--key", key) == 2
    assert "--force" in capsys.readouterr().err
    assert (key.read_bytes(), sheet.exists()) == (b"mine", False)


def test_force_replaces_both(tmp_path: Path) -> None:
    sheet, key = tmp_path / "sheet.pdf", tmp_path / "key.pdf"
    for path in (sheet, key):
        path.write_bytes(b"mine")
    assert run("--exercises", 1, "-o", sheet, "--key", key, "--force") == 0
    assert b"mine" not in (sheet.read_bytes(), key.read_bytes())


def test_a_key_that_cannot_be_written_takes_the_sheet_back(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    sheet.write_bytes(b"mine")
    assert run("--exercises", 1, "-o", sheet, "--key", tmp_path / "nowhere" / "key.pdf", "--force") == 2
    assert sheet.read_bytes() == b"mine"

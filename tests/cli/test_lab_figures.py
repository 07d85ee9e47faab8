"""`attnviz lab NAME --figure EXHIBIT` draws one exhibit into a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from attnviz.cli import main

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_an_exhibit_is_drawn_in_the_format_of_the_files_name(tmp_path: Path, ending: str, start: bytes) -> None:
    path = tmp_path / f"turn.{ending}"
    assert main(["lab", "turn-the-query", "--figure", "turn", "-o", str(path)]) == 0
    assert path.read_bytes().startswith(start)


def test_the_numbers_of_the_settings_stand_in_the_picture_as_text(tmp_path: Path) -> None:
    path = tmp_path / "weights.svg"
    assert main(["lab", "turn-the-query", "--set", "degrees=90", "--figure", "weights", "-o", str(path)]) == 0
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text(encoding="utf-8"))
    assert {"0.330", "0.670"} <= {text.strip() for text in texts}  # curriculum, unit 4


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        (["--figure", "moon", "-o", "moon.svg"], "There is no exhibit 'moon'. Choose one of: plane, weights"),
        (["--figure", "plane"], "A figure needs a file"),
        (["--figure", "plane", "-o", "plane.gif"], "a picture's name ends in .png, .svg, .pdf"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    rest: list[str],
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lab", "mixture", *rest]) == 2
    assert reason in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []

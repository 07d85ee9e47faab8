"""`make run` on a machine without a screen: the opening example becomes two pictures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _run(out: Path, *scenario: str, display: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.pop("QT_QPA_PLATFORM", None)
    if display is not None:
        environment["DISPLAY"] = display
    return subprocess.run(
        ["sh", str(ROOT / "tools" / "run.sh"), *scenario],
        env={**environment, "PYTHON": sys.executable, "OUT": str(out)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("display", [None, ":4095"], ids=["no display", "a display that does not answer"])
def test_the_board_is_drawn_and_its_places_are_printed(tmp_path: Path, display: str | None) -> None:
    done = _run(tmp_path, display=display)
    assert (done.returncode, done.stderr) == (0, "")
    places = [Path(line.strip()) for line in done.stdout.splitlines()[1:]]
    assert [place.name for place in places] == ["by-hand-board.png", "by-hand-board.svg"]
    assert places[0].read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in places[1].read_bytes()


def test_a_second_run_replaces_the_pictures(tmp_path: Path) -> None:
    assert [_run(tmp_path).returncode, _run(tmp_path).returncode] == [0, 0]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_scenario_that_does_not_exist_is_named(tmp_path: Path) -> None:
    done = _run(tmp_path, "no-such-preset")
    assert done.returncode == 2
    assert "no-such-preset" in done.stderr
    assert (done.stdout, list(tmp_path.iterdir())) == ("", [])


def test_a_lesson_file_is_drawn_press_by_press(tmp_path: Path) -> None:
    lesson = tmp_path / "mine.toml"
    lesson.write_text(
        'attnviz_lesson = 1\ntitle = "Mine"\nscenario = "by-hand"\n[[steps]]\ntitle = "One"\nfigure = "weights"\n'
    )
    done = _run(tmp_path / "out", str(lesson))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out" / "mine.gif").read_bytes().startswith(b"GIF89a")
    assert done.stdout.splitlines()[-1].strip() == str(tmp_path / "out" / "mine.gif")

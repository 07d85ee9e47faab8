"""The main job from end to end: start the installed command on a real X server, type, save, export, compare."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import Desktop, wait_until

import attnviz

pytestmark = pytest.mark.x11


def _traced(command: str, scenario: Path, stage: str) -> list[list[float]]:
    """What the command line computes for that file."""
    done = subprocess.run(
        [command, "trace", str(scenario), "--stage", stage, "--format", "json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(done.stdout)["values"]


def _place_of(desktop: Desktop, window: str, file: Path, pane: str, row: int, column: int) -> tuple[int, int]:
    size = desktop.geometry(window)
    done = subprocess.run(
        [
            sys.executable,
            str(Path(__file__).with_name("place_of_cell.py")),
            *map(str, (file, size["WIDTH"], size["HEIGHT"], pane, row, column)),
        ],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    x, y = done.stdout.split()
    return int(x), int(y)


def _texts(svg: Path) -> list[str]:
    return [text.strip() for text in ElementTree.parse(svg).getroot().itertext() if text.strip()]


def test_a_number_typed_into_the_window_reaches_file_and_picture(
    desktop: Desktop, installed_command: str, tmp_path: Path
) -> None:
    document, edited = tmp_path / "lesson.attn", tmp_path / "edited.attn"
    by_hand = attnviz.load("by-hand")
    attnviz.save(by_hand, document)
    W_Q = by_hand.inputs.W_Q.tolist()
    W_Q[0][0] = 2.5
    edited.write_text(json.dumps({**json.loads(document.read_text()), "inputs": _with(document, W_Q=W_Q)}))

    program = desktop.start(installed_command, str(document))
    window = desktop.wait_for_window(program)
    assert "lesson.attn" in desktop.title(window)
    desktop.click(window, *_place_of(desktop, window, document, "pane.W_Q", 0, 0))
    desktop.type("2.5")
    desktop.press("Return")
    wait_until(lambda: desktop.title(window).startswith(("*", "lesson.attn*")), "the title marks the edit")
    desktop.press("ctrl+s")
    wait_until(lambda: "*" not in desktop.title(window), "the title says saved")

    for stage in ("queries", "weights", "output"):
        assert _traced(installed_command, document, stage) == _traced(installed_command, edited, stage)
    assert json.loads(document.read_text())["inputs"]["W_Q"] == W_Q


def _with(document: Path, **matrices: list[list[float]]) -> dict[str, object]:
    return {**json.loads(document.read_text())["inputs"], **matrices}

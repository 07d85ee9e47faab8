"""The main job from end to end: start the installed command on a real X server, type, save, export, compare."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from desktop import Desktop, wait_until

pytestmark = pytest.mark.x11

ROOT = Path(__file__).parents[2]


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


def _numbers(svg: Path) -> list[str]:
    """The numbers with three decimals that stand in a picture as text, in the order in which they were drawn."""
    texts = (text.strip() for text in ElementTree.parse(svg).getroot().itertext())
    return [text for text in texts if re.fullmatch(r"\d\.\d{3}", text)]


def _write_document(path: Path, first_of_W_Q: float) -> None:
    """The opening example with another number in W_Q[1,1], written with json alone."""
    content = json.loads((ROOT / "resources" / "presets" / "by-hand.attn").read_text(encoding="utf-8"))
    content["inputs"]["W_Q"][0][0] = first_of_W_Q
    path.write_text(json.dumps(content), encoding="utf-8")


def test_a_number_typed_into_the_window_reaches_file_and_picture(
    desktop: Desktop, installed_command: str, tmp_path: Path
) -> None:
    document, same_edit = tmp_path / "lesson.attn", tmp_path / "same-edit.attn"
    _write_document(document, 1)
    _write_document(same_edit, 2.5)

    program = desktop.start(installed_command, str(document))
    window = desktop.wait_for_window(program)
    desktop.click(window, *_place_of(desktop, window, document, "pane.W_Q", 0, 0))
    desktop.type("2.5")
    desktop.press("Return")
    wait_until(lambda: "*" in desktop.title(window), "the title marks the edit")
    desktop.press("ctrl+s")
    wait_until(lambda: "*" not in desktop.title(window), "the title says saved")
    picture = tmp_path / "weights.svg"
    _export_weights_as_svg(desktop, program, window, picture)
    desktop.press("ctrl+q")
    assert program.wait(30) == 0

    for stage in ("queries", "weights", "output"):
        assert _traced(installed_command, document, stage) == _traced(installed_command, same_edit, stage)
    weights = [f"{weight:.3f}" for row in _traced(installed_command, same_edit, "weights") for weight in row]
    assert _numbers(picture) == weights
    rendered = tmp_path / "rendered.svg"
    subprocess.run(
        [installed_command, "render", str(same_edit), "--figure", "weights", "-o", str(rendered)],
        timeout=60,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    assert _numbers(rendered) == weights


def _export_weights_as_svg(desktop: Desktop, program: subprocess.Popen[bytes], window: str, picture: Path) -> None:
    """File, Export Figure… by the keyboard: the figure, the format, then the place."""
    desktop.press("ctrl+e")
    dialog = desktop.wait_for_window(program, besides=(window,))
    desktop.type("weights")
    desktop.press("Tab")
    desktop.type("svg")
    desktop.press("Return")
    desktop.wait_for_window(program, besides=(window, dialog))
    desktop.press("ctrl+a")
    desktop.type(str(picture))
    desktop.press("Return")
    wait_until(picture.exists, "the picture is written")
    wait_until(lambda: desktop.windows(program) == [window], "the dialogs are gone")

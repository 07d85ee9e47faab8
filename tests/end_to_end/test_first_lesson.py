"""From the first screen into lesson 1 and through its first task, with nothing but the keyboard, on a real screen."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from desktop import Desktop, wait_until

pytestmark = pytest.mark.x11


@pytest.fixture
def progress() -> Path:
    return Path(os.environ["ATTNVIZ_SETTINGS"]).parent / "progress.json"


def reached(progress: Path) -> dict[str, Any] | None:
    """What is written down of lesson 1."""
    if not progress.exists():
        return None
    lesson: dict[str, Any] | None = json.loads(progress.read_text(encoding="utf-8"))["lessons"].get("mixture")
    return lesson


def test_lesson_one_is_started_and_its_first_task_solved_by_keyboard(
    desktop: Desktop, installed_command: str, progress: Path
) -> None:
    program = desktop.start(installed_command)
    window = desktop.wait_for_window(program)
    wait_until(lambda: desktop.title(window).startswith("Welcome"), "the first screen is shown")
    desktop.press("Return")
    wait_until(lambda: desktop.title(window).startswith("Lesson 1:"), "Enter starts lesson 1")
    desktop.press("space")  # the button that goes on has the keyboard
    wait_until(lambda: (reached(progress) or {}).get("step") == 1, "Space goes on to step 2")
    # To the inputs, past Examples (a lesson has no hint there), to the weights: v2 becomes 1, v3 becomes 0.
    desktop.press("F6", "Tab", "Right", "1", "Tab", "0", "Return")
    wait_until(lambda: (reached(progress) or {})["steps"]["1"]["tasks"] == [0], "the task is solved")
    desktop.press("Prior")
    wait_until(lambda: (reached(progress) or {}).get("step") == 0, "PageUp goes back")
    desktop.press("ctrl+q")
    program.wait(30)
    assert program.returncode == 0

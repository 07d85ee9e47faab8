"""The program started and closed again and again, each time in a fresh process that must end well."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tools.bench.fresh import environment

PATIENCE = 120  # seconds for one start
# Shown, then closed by its own event loop; each kind of thing that can be opened.
CODE = """
import sys
from PySide6.QtCore import QTimer
from attnviz.app.run import main
def started(window):
    QTimer.singleShot({after}, window.close)
sys.exit(main({argument}, started=started))
"""
ARGUMENTS = ("None", "'by-hand'", "'trophy'", "None, lesson='2'", "'two-heads'")
AFTER = (0, 40, 150)  # milliseconds: while it still loads, and later


def start_and_close(times: int, tell: Callable[[str], object]) -> list[str]:
    """What went wrong: a status other than 0, or anything on standard error beside what Qt says offscreen."""
    trouble = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(times):
            code = CODE.format(after=AFTER[number % len(AFTER)], argument=ARGUMENTS[number % len(ARGUMENTS)])
            done = subprocess.run(
                [sys.executable, "-c", code],
                env=environment(Path(folder)),
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
            said = [line for line in done.stderr.splitlines() if "does not support" not in line]
            if done.returncode or said:
                trouble.append(f"start {number + 1} ({code.strip()}) ended with status {done.returncode}: {said}")
            if (number + 1) % 10 == 0:
                tell(f"{number + 1} of {times} starts, {len(trouble)} of them failed")
    return trouble

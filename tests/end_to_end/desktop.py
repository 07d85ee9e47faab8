"""Hands on keyboard and mouse of one X display, and patience with what happens on it."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

DEADLINE = 30.0  # seconds; far more than anything here takes on a busy machine
T = TypeVar("T")


def wait_until(look: Callable[[], T | None], what: str, deadline: float = DEADLINE) -> T:
    """The first true thing that `look` returns; fails with `what` when the deadline passes."""
    end = time.monotonic() + deadline
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        select.select([], [], [], 0.05)  # lets the other processes have the processor
    pytest.fail(f"waited {deadline:g} s in vain until {what}")


@dataclass
class Desktop:
    """One X display. Whatever was started on it is ended by its own process id when the test ends."""

    display: str
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Starts a program on this display."""
        environment = {**os.environ, "DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb", "QT_SCALE_FACTOR": "1"}
        environment.pop("WAYLAND_DISPLAY", None)
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL)
        self.running.append(process)
        return process

    def xdotool(self, *words: str | int) -> str | None:
        """What xdotool prints, or None where it fails, as it does while a window is not there yet."""
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=False,
        )
        return done.stdout if done.returncode == 0 else None

    def windows(self, process: subprocess.Popen[bytes]) -> list[str]:
        """The ids of the visible windows of a program."""
        found = self.xdotool("search", "--all", "--onlyvisible", "--pid", process.pid, "--name", ".")
        return (found or "").split()

    def title(self, window: str) -> str:
        """A window's title, or nothing if it has gone."""
        return (self.xdotool("getwindowname", window) or "").strip()

    def wait_for_window(self, process: subprocess.Popen[bytes], besides: tuple[str, ...] = ()) -> str:
        """The id of the program's first visible window that is not one of `besides`, once it has the keyboard."""

        def look() -> str | None:
            if process.poll() is not None:
                pytest.fail(f"the program ended with {process.returncode} before its window came")
            others = [window for window in self.windows(process) if window not in besides]
            focused = (self.xdotool("getactivewindow") or "").strip()
            return focused if focused in others else None

        return wait_until(look, "the window is there and has the keyboard")

    def geometry(self, window: str) -> dict[str, int]:
        """X, Y, WIDTH and HEIGHT of a window's inside on the screen."""
        lines = (self.xdotool("getwindowgeometry", "--shell", window) or "").split()
        return {name: int(value) for name, _, value in (line.partition("=") for line in lines)}

    def click(self, window: str, x: int, y: int, button: int = 1) -> None:
        """Clicks at a place inside a window."""
        self.xdotool("mousemove", "--window", window, x, y, "click", button)

    def type(self, text: str) -> None:
        """Types text, key by key, into whatever has the keyboard."""
        self.xdotool("type", "--delay", 15, "--", text)

    def press(self, *keys: str) -> None:
        """Presses keys or combinations such as ctrl+s, one after another."""
        self.xdotool("key", "--delay", 15, *keys)

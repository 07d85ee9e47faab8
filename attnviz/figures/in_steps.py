"""What takes long with very many parts, made step by step, so that a window may do other things in between."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Made = TypeVar("Made")

Steps = Generator[None, None, Made]  # comes back after each step, and with what was made at the end


def finished(steps: Steps[Made]) -> Made:
    """What the steps make, all in one go."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: Made = end.value
            return made

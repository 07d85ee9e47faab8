"""The lessons that ship with the program: one for each unit of the course, and how any lesson is found."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attnviz.content.atomic import FileProblem
from attnviz.content.presets import resource_path

if TYPE_CHECKING:
    from attnviz.content.lessons.model import Lesson

NAMES = (
    "mixture", "by-hand", "one-query", "turn-the-query", "all-queries", "why-root-d-k", "masks", "heads",
    "reading-a-heatmap", "cost", "in-code", "questions",
)  # fmt: skip


@dataclass(frozen=True)
class Listed:
    """A lesson as a list shows it, before it is read: its name, unit, title, one sentence, and its file."""

    name: str
    unit: int
    title: str
    summary: str
    path: Path


def lesson(which: str | int | Path) -> Lesson:
    """A lesson by its name, its unit, or the path of its file.

    Raises FileProblem if there is none, BadLesson with every mistake if it cannot be played.
    """
    from attnviz.content.lessons.reader import read_lesson  # here, so that listing does not wait for NumPy

    number = int(which) if isinstance(which, str) and which.isascii() and which.isdigit() and len(which) < 4 else which
    for one in LESSONS:
        if number == one.name or (isinstance(number, int) and number == one.unit):
            return _shipped(one.path)
    if isinstance(which, Path) or (isinstance(which, str) and (Path(which).suffix == ".toml" or "/" in which)):
        return read_lesson(which)
    names = ", ".join(f"{one.unit} {one.name}" for one in LESSONS)
    raise FileProblem(which, f"there is no such lesson. Choose one of: {names}; or a file that ends in .toml.")


def course() -> tuple[Lesson, ...]:
    """All lessons of the course, unit by unit."""
    return tuple(_shipped(one.path) for one in LESSONS)


@lru_cache(maxsize=64)
def _shipped(path: Path) -> Lesson:
    from attnviz.content.lessons.reader import read_lesson

    return read_lesson(path)


def _listed(name: str) -> Listed:
    path = resource_path("lessons", f"{name}.toml")
    fields = _head(path.read_text(encoding="utf-8"))
    return Listed(name, fields.get("unit", 0), fields.get("title", ""), fields.get("summary", ""), path)


def _head(text: str) -> dict[str, Any]:
    """The entries before the first table, which name the lesson; reading the steps as well would take long."""
    end = text.find("\n[")
    return tomllib.loads(text if end < 0 else text[: end + 1])


LESSONS: tuple[Listed, ...] = tuple(map(_listed, NAMES))

"""The verbs on lessons: `lessons` lists them, `check LESSON.toml` names every mistake with its line."""

from __future__ import annotations

import os
from pathlib import Path

from attnviz.cli.printing import complain_lines, put
from attnviz.content.atomic import shown

_ENOUGH = 4096  # bytes from the start of a file, in which a lesson says what it is
_WRONG = 2


def list_lessons() -> int:
    """Prints one line for each lesson of the course."""
    from attnviz.content.lessons.course import LESSONS

    put("".join(f"{one.unit}\t{one.name}\t{one.title}\t{one.summary}\n" for one in LESSONS))
    return 0


def is_lesson(name: str) -> bool:
    """True for a file that ends in .toml, or that is no scenario and says that it is a lesson."""
    if Path(name).suffix.lower() == ".toml":
        return True
    if not name or "\0" in name or not os.path.isfile(name):  # noqa: PTH113 - Path.is_file refuses some names
        return False
    try:
        with Path(name).open("rb") as file:
            start = file.read(_ENOUGH)
    except OSError:  # reading it as a scenario says why
        return False
    return b"attnviz_lesson" in start and not start.lstrip().startswith((b"{", b"PK"))


def check_lesson_file(name: str) -> int:
    """Prints ok, or writes each mistake on a line of its own to standard error."""
    from attnviz.content.lessons.checking import check_lesson
    from attnviz.content.lessons.reader import read_text
    from attnviz.labs.running import numbers_of

    path = Path(name)
    mistakes = check_lesson(read_text(name), path.stem, path.parent, numbers_of, _set_formula)
    if mistakes:
        complain_lines(f"{shown(name)}:{mistake.line}: {mistake.text}" for mistake in mistakes)
        return _WRONG
    put("ok\n")
    return 0


def _set_formula(latex: str, inline: bool) -> None:
    """Sets a formula as the window would. Imported when the first one is met: it needs Qt."""
    from attnviz.figures.formula_check import check_formula

    check_formula(latex, inline)

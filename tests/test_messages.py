"""Every complaint that is written out in the package ends with one thing to do."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import attnviz
from attnviz.engine.errors import AttentionError

PACKAGE = Path(attnviz.__file__).parent
FLOORS = ("engine", "content", "labs", "cli")
# What is said inside the sentence of another complaint, which has the thing to do.
INSIDE = {"content/lessons/progress_file.py", "content/lessons/calculating.py", "content/lessons/expressions.py"}
# A sentence, or something that is put in for one, and after it another that begins with a verb.
TWO = re.compile(r"(?:[.:?!)”\"]|^\{\}|: \{\}) (?:[A-Z{`]|get it|give|choose)|\{\}$")


def _classes() -> set[str]:
    """The names of AttentionError and all that is derived from it."""
    for floor in FLOORS:
        package = importlib.import_module(f"attnviz.{floor}")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(found.name)
    names, todo = set(), [AttentionError]
    while todo:
        one = todo.pop()
        names.add(one.__name__)
        todo += one.__subclasses__()
    return names


def _text(node: ast.expr) -> str | None:
    """The message as it is written, {} for each part that is put in; None for what is made elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)  # type: ignore[misc]
    return None


def _complaints(classes: set[str]) -> Iterator[tuple[str, str]]:
    """Place and text of each message that is given to one of the classes."""
    for floor in FLOORS:
        for path in sorted((PACKAGE / floor).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in classes):
                    continue
                texts = [text for text in map(_text, node.args) if text is not None and " " in text]
                name = path.relative_to(PACKAGE).as_posix()
                if texts and name not in INSIDE:
                    yield f"{name}:{node.lineno}", texts[-1]


@pytest.fixture(scope="module")
def complaints() -> dict[str, str]:
    """Each message by its place."""
    return dict(_complaints(_classes()))


def test_complaints_are_found(complaints: dict[str, str]) -> None:
    assert len(complaints) > 300


def test_each_complaint_says_what_to_do(complaints: dict[str, str]) -> None:
    assert {place: text for place, text in complaints.items() if not TWO.search(text)} == {}

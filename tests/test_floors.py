"""The house rule: a file imports from its own floor and from those below it, never upward, never sideways."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "attnviz"

BELOW = {
    "engine": set(),
    "content": {"engine"},
    "labs": {"engine"},
    "figures": {"engine", "content", "labs"},
    "app": {"engine", "content", "labs", "figures"},
}
QT = {"PySide6", "pyqtgraph", "shiboken6"}
VERSION = ("attnviz", "__version__")  # the one name that every floor may take from the roof


def _floor(parts: tuple[str, ...]) -> str | None:
    """The floor of a module given as ("attnviz", "engine", …); None for what stands beside the house."""
    return parts[1] if len(parts) > 1 and parts[1] in BELOW else None


def _imports(path: Path, root: Path = ROOT) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Each import of the file, at any depth and under TYPE_CHECKING too: its line and the module's dotted parts."""
    here = path.relative_to(root).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, tuple(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            start = here[: -node.level] if node.level else ()
            module = (*start, *(node.module or "").split(".")) if node.module else start
            for alias in node.names:
                yield node.lineno, (*module, alias.name)


def _files(floor: str) -> list[Path]:
    return sorted((PACKAGE / floor).rglob("*.py"))


def _place(path: Path, line: int, module: tuple[str, ...]) -> str:
    return f"{path.relative_to(ROOT)}:{line} imports {'.'.join(module)}"


@pytest.mark.parametrize("floor", BELOW)
def test_a_floor_imports_only_from_itself_and_from_below(floor: str) -> None:
    allowed = BELOW[floor] | {floor}
    wrong = [
        _place(path, line, module)
        for path in _files(floor)
        for line, module in _imports(path)
        if module[0] == "attnviz" and module != VERSION and _floor(module) not in allowed
    ]
    assert wrong == []


def test_the_engine_imports_only_numpy_and_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"numpy", "attnviz"}
    wrong = [
        _place(path, line, module)
        for path in _files("engine")
        for line, module in _imports(path)
        if module[0] not in allowed
    ]
    assert wrong == []


@pytest.mark.parametrize("floor", ["content", "labs"])
def test_content_and_laboratories_know_no_qt(floor: str) -> None:
    wrong = [_place(path, line, module) for path in _files(floor) for line, module in _imports(path) if module[0] in QT]
    assert wrong == []


def test_every_package_file_stands_on_a_floor_or_beside_the_house() -> None:
    beside = {"__init__.py", "__main__.py", "cli.py"}
    strangers = [
        str(path.relative_to(ROOT))
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).parts[0] not in {*BELOW, *beside, "cli"}
    ]
    assert strangers == []


def test_resources_hold_data_and_no_code() -> None:
    assert [str(path) for path in (ROOT / "resources").rglob("*.py")] == []


def test_the_rule_is_read_from_imports_inside_functions_too(tmp_path: Path) -> None:
    file = tmp_path / "attnviz" / "engine" / "imagined.py"
    file.parent.mkdir(parents=True)
    file.write_text("def draw():\n    from attnviz.figures import paint\n    from . import cells\n", encoding="utf-8")
    modules = [module for _, module in _imports(file, tmp_path)]
    assert modules == [("attnviz", "figures", "paint"), ("attnviz", "engine", "cells")]

"""Set-up in a folder whose Python and packages only note what is asked of them: several goals, and none that is not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Set-up with a Python that does nothing; Debian's packages are all there."""
    folder = tmp_path / "checkout"
    (folder / "tools").mkdir(parents=True)
    (folder / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "tools" / "setup.sh", folder / "tools")
    shutil.copy(ROOT / "pyproject.toml", folder)
    _program(folder / ".venv" / "bin" / "python", 'echo "$*" >>asked')
    (tmp_path / "bin").mkdir()
    _program(tmp_path / "bin" / "dpkg-query", "echo installed")
    return folder


def _program(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def _set_up(checkout: Path, *goals: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(checkout / "tools" / "setup.sh"), *goals],
        env={**os.environ, "PATH": f"{checkout.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _ready(checkout: Path) -> set[str]:
    return {path.name.removeprefix(".ready-") for path in (checkout / ".venv").glob(".ready-*")}


@pytest.mark.parametrize("goals", [("test", "check"), ("check", "test", "torch"), ("run", "run"), ("bench",)])
def test_every_goal_that_is_named_is_made_ready(checkout: Path, goals: tuple[str, ...]) -> None:
    done = _set_up(checkout, *goals)
    assert (done.returncode, done.stderr) == (0, "")
    assert _ready(checkout) == set(goals)


def test_attnviz_itself_is_installed_once_for_several_goals(checkout: Path) -> None:
    """The Python that only notes names no requirements of a goal, so that attnviz is all there is to install."""
    assert _set_up(checkout, "check", "torch", "test").returncode == 0
    assert len(re.findall(r"-m pip install .*-r ", (checkout / "asked").read_text())) == 1


def test_without_a_goal_it_is_made_ready_to_run(checkout: Path) -> None:
    assert _set_up(checkout).returncode == 0
    assert _ready(checkout) == {"run"}


@pytest.mark.parametrize("goals", [("chekc",), ("test", "chekc"), ("chekc", "test")])
def test_a_goal_that_there_is_not_is_refused_in_words_before_anything_is_done(
    checkout: Path, goals: tuple[str, ...]
) -> None:
    done = _set_up(checkout, *goals)
    assert done.returncode == 2
    assert "'chekc' is none of: run test torch check bench." in done.stderr
    assert not _ready(checkout)
    assert not (checkout / "asked").exists()


@pytest.mark.parametrize("page", ["README.md", "Makefile", "tests/conftest.py", "tests/end_to_end/conftest.py"])
def test_goals_that_are_named_elsewhere_are_known(checkout: Path, page: str) -> None:
    named = re.findall(r"sh tools/setup\.sh((?: [a-z]+)+)", (ROOT / page).read_text(encoding="utf-8"))
    assert named
    assert _set_up(checkout, *" ".join(named).split()).returncode == 0


@pytest.mark.parametrize(("asked", "sets_up"), [("--help", False), ("-h", False), ("a --rounds 2", True), ("", True)])
def test_what_can_be_measured_is_told_before_anything_is_installed(asked: str, sets_up: bool) -> None:
    command = ["make", "--dry-run", "--no-print-directory", "bench", f"ARGS={asked}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert ("setup.sh" in done.stdout) is sets_up
    assert f"-m tools.bench {asked}".strip() in done.stdout

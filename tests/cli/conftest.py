"""Commands as typed: one that must succeed in silence, and one that must be refused in one line."""

from __future__ import annotations

import pytest

from attnviz.cli import main


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Whatever test comes first in its process: a command that draws must find the application that others want."""


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):
    """Runs a command that must succeed silently, and gives its standard output."""

    def run(*arguments: object) -> str:
        assert main([*map(str, arguments)]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]):
    """Runs a command that must end with status 2, one line on standard error and nothing on standard output."""

    def run(*arguments: object) -> str:
        assert main([*map(str, arguments)]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("attnviz: ")
        assert captured.err.endswith("\n")
        assert captured.err.count("\n") == 1
        return captured.err

    return run

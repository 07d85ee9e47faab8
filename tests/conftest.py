"""What every test stands on: an offscreen Qt, settings of its own, and no window left open behind it."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, recent files and logs go to a folder that no other test sees."""
    monkeypatch.setenv("ATTNVIZ_SETTINGS", str(tmp_path_factory.mktemp("settings") / "attnviz.ini"))


@pytest.fixture
def golden() -> Path:
    """The folder of answers that this project did not compute."""
    return Path(__file__).parent / "golden"

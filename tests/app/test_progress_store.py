"""Progress on disk: shared by several windows, told of when it cannot be kept, and never lost to another's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from attnviz.app.lessons.progress_store import ProgressStore
from attnviz.content.lessons.progress import LessonProgress


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    return tmp_path / "settings.ini"


def kept(settings: Path) -> dict[str, int]:
    """The step of each lesson in the file."""
    lessons = json.loads((settings.parent / "progress.json").read_text(encoding="utf-8"))["lessons"]
    return {name: one["step"] for name, one in lessons.items()}


def test_what_another_window_wrote_of_other_lessons_stays(qtbot: QtBot, settings: Path) -> None:
    one, other = ProgressStore(settings), ProgressStore(settings)
    assert (one.progress.latest, other.progress.latest) == ("", "")
    one.keep("masks", LessonProgress(step=3))
    other.keep("heads", LessonProgress(step=2))
    one.keep("masks", LessonProgress(step=4))
    assert kept(settings) == {"masks": 4, "heads": 2}


def test_what_another_window_wrote_is_seen(qtbot: QtBot, settings: Path) -> None:
    one, other = ProgressStore(settings), ProgressStore(settings)
    assert other.progress.latest == ""
    one.keep("masks", LessonProgress(step=3))
    assert other.progress.of("masks").step == 3


def test_what_could_not_be_written_is_remembered_beside_what_another_wrote(qtbot: QtBot, settings: Path) -> None:
    one = ProgressStore(settings)
    assert one.progress.latest == ""
    file = settings.parent / "progress.json"
    file.mkdir()
    one.keep("masks", LessonProgress(step=3))
    file.rmdir()
    ProgressStore(settings).keep("heads", LessonProgress(step=2))
    one.keep("cost", LessonProgress(step=1))
    assert kept(settings) == {"heads": 2, "masks": 3, "cost": 1}


def test_a_damaged_file_is_not_called_progress_that_is_not_kept(qtbot: QtBot, settings: Path) -> None:
    (settings.parent / "progress.json").write_text("{", encoding="utf-8")
    told: list[str] = []
    store = ProgressStore(settings)
    store.trouble.connect(told.append)
    store.keep("masks", LessonProgress(step=3))
    assert len(told) == 1
    assert "not kept" not in told[0]
    assert "progress-damaged-1.json" in told[0]
    assert kept(settings) == {"masks": 3}


def test_a_full_disk_is_told_once_also_after_a_damaged_file(qtbot: QtBot, settings: Path) -> None:
    file = settings.parent / "progress.json"
    file.write_text("{", encoding="utf-8")
    told: list[str] = []
    store = ProgressStore(settings)
    store.trouble.connect(told.append)
    assert store.progress.latest == ""
    file.mkdir()
    store.keep("masks", LessonProgress(step=3))
    store.keep("masks", LessonProgress(step=4))
    assert len(told) == 2
    assert told[1].startswith("Your progress in the lessons is not kept: ")

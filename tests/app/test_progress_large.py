"""Progress with large numbers that learners made is written beside the window, and none of it is lost."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from attnviz.app.lessons import progress_store
from attnviz.app.lessons.progress_store import ProgressStore
from attnviz.content.lessons import progress_texts
from attnviz.content.lessons.progress import LessonProgress, StepProgress
from attnviz.content.lessons.progress_file import read_progress
from attnviz.engine.scenario import Projected, Scenario


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    return tmp_path / "settings.ini"


@pytest.fixture
def file(settings: Path) -> Path:
    return settings.parent / "progress.json"


def made(seed: int, width: int = 60) -> Scenario:
    random = np.random.default_rng(seed)
    return Scenario(Projected(*(random.normal(size=(width, width)) for _ in range(4))))


def of(*scenarios: Scenario) -> LessonProgress:
    """A lesson whose steps were left with these numbers."""
    return LessonProgress(steps={number: StepProgress(scenario=one) for number, one in enumerate(scenarios)})


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where progress was written: in a call of the window's own, or beside it."""
    written: list[str] = []
    write = progress_store.write_progress

    def record(progress, path):  # type: ignore[no-untyped-def]
        import threading

        written.append(threading.current_thread().name)
        write(progress, path)

    monkeypatch.setattr(progress_store, "write_progress", record)
    return written


def test_much_is_written_beside_the_window_and_known_at_once(
    qtbot: QtBot, settings: Path, file: Path, here: list[str]
) -> None:
    store, lesson = ProgressStore(settings), of(made(1))
    store.keep("heads", lesson)
    assert here == []
    assert store.progress.of("heads") == lesson
    qtbot.waitUntil(file.exists)
    assert here == ["attnviz"]
    assert read_progress(file).of("heads") == lesson
    store.finish()


def test_little_is_written_before_the_call_comes_back(settings: Path, file: Path, here: list[str]) -> None:
    store, lesson = ProgressStore(settings), of(made(1, width=3))
    store.keep("heads", lesson)
    assert here == ["MainThread"]
    assert read_progress(file).of("heads") == lesson


def test_what_a_closing_window_had_still_to_write_is_written(qtbot: QtBot, settings: Path, file: Path) -> None:
    store, lesson = ProgressStore(settings), of(made(1), made(2))
    store.keep("heads", of(made(1)))
    store.keep("heads", lesson)
    store.finish()
    assert read_progress(file).of("heads") == lesson
    store.keep("masks", LessonProgress(step=2))
    store.keep("masks", of(made(5)))  # after that there is nobody beside the window
    assert read_progress(file).of("masks") == of(made(5))


def test_the_newest_of_several_is_in_the_file_also_where_it_is_little(qtbot: QtBot, settings: Path, file: Path) -> None:
    store = ProgressStore(settings)
    store.keep("heads", of(made(1)))
    store.keep("heads", LessonProgress(step=7))
    qtbot.waitUntil(lambda: file.exists() and read_progress(file).of("heads").step == 7)
    qtbot.wait(50)
    assert read_progress(file).of("heads").step == 7
    store.finish()


def test_numbers_that_were_written_are_not_turned_into_text_again(
    qtbot: QtBot, settings: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, first = ProgressStore(settings), made(1)
    store.keep("heads", of(first))
    qtbot.waitUntil(file.exists)
    store.finish()
    turned: list[int] = []
    fields_of = progress_texts.fields_of
    monkeypatch.setattr(progress_texts, "fields_of", lambda one: turned.append(id(one)) or fields_of(one))
    second = made(2)
    store.keep("heads", of(first, second))
    assert turned == [id(second)]
    assert read_progress(file).of("heads") == of(first, second)


def test_a_text_goes_with_its_scenario(settings: Path) -> None:
    one = made(9, width=3)
    before = len(progress_texts._known)
    progress_texts.text_of_scenario(one)
    assert len(progress_texts._known) == before + 1
    del one
    assert len(progress_texts._known) == before


def test_a_file_that_cannot_be_written_is_told(qtbot: QtBot, settings: Path, file: Path) -> None:
    told: list[str] = []
    store = ProgressStore(settings)
    store.trouble.connect(told.append)
    assert store.progress.latest == ""
    file.mkdir()
    store.keep("heads", of(made(1)))
    qtbot.waitUntil(lambda: bool(told))
    assert told[0].startswith("Your progress in the lessons is not kept: ")
    file.rmdir()
    store.finish()
    store.keep("heads", of(made(3, width=3)))
    assert read_progress(file).of("heads") == of(made(3, width=3))

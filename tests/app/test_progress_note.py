"""What takes long says so after half a second, can be stopped, and moves nothing else in the window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtWidgets import QProgressBar, QWidget
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app import progress_note
from attnviz.app.controls.messages import Message
from attnviz.app.progress_note import ProgressNote, note_of
from attnviz.app.session import Pending
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load


class Deed:
    """Something that goes on until it is stopped."""

    def __init__(self) -> None:
        self.stopped = 0

    def stop(self) -> None:
        """Counts."""
        self.stopped += 1


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes half a second takes a moment here."""
    monkeypatch.setattr(progress_note, "AFTER", 1)
    monkeypatch.setattr(progress_note, "PAUSE", 1)


@pytest.fixture
def note(qtbot: QtBot) -> Iterator[ProgressNote]:
    around = QWidget()
    qtbot.addWidget(around)
    made = ProgressNote(around)
    around.show()
    yield made
    around.close()


def seen(qtbot: QtBot, note: ProgressNote, *, on: bool = True) -> None:
    qtbot.waitUntil(lambda: note.isVisible() == on, timeout=5000)


def test_it_appears_after_half_a_second(qtbot: QtBot, note: ProgressNote) -> None:
    clock = QElapsedTimer()
    clock.start()
    note.tell("Opening", 0.1, Deed().stop)
    seen(qtbot, note)
    assert clock.elapsed() / 1000 >= 0.45


def test_what_is_over_sooner_is_never_shown(qtbot: QtBot, note: ProgressNote) -> None:
    shown: list[bool] = []
    note.turned.connect(lambda: shown.append(note.isVisible()))
    deed = Deed()
    note.tell("Opening", 0.1, deed.stop)
    note.end(deed.stop)
    qtbot.waitUntil(lambda: bool(shown))
    assert shown == [False]
    assert not note._after.isActive()


def test_one_run_after_the_other_is_one_work(qtbot: QtBot, note: ProgressNote) -> None:
    deed = Deed()
    note.tell("Computing", 0.1, deed.stop)
    for _ in range(3):
        note.end(deed.stop)
        note.tell("Computing", 0.1, deed.stop)
    clock = QElapsedTimer()
    clock.start()
    seen(qtbot, note)
    assert clock.elapsed() < 2 * progress_note.AFTER


def test_it_goes_when_the_work_is_over(qtbot: QtBot, soon: None, note: ProgressNote) -> None:
    deed = Deed()
    note.tell("Opening", 0.1, deed.stop)
    seen(qtbot, note)
    note.end(deed.stop)
    seen(qtbot, note, on=False)


def test_it_says_what_and_how_far(qtbot: QtBot, soon: None, note: ProgressNote) -> None:
    deed = Deed()
    note.tell("Opening", 0.1, deed.stop)
    note.tell("Opening", 0.42, deed.stop)
    assert find(note, "progress.words").text() == "Opening"
    assert find(note, "progress.bar", QProgressBar).value() == 42


def test_long_words_end_early_and_are_there_whole_on_hover(qtbot: QtBot, note: ProgressNote) -> None:
    words = "Opening a file with a very long name that fills the whole of the message bar.npz"
    note.tell(words, None, Deed().stop)
    label = find(note, "progress.words")
    assert label.text().endswith("…")
    assert (label.toolTip(), note.accessibleName()) == (words, words)


def test_in_a_wide_window_words_that_fit_are_whole(qtbot: QtBot, note: ProgressNote) -> None:
    note.window().resize(1366, 768)
    words = "Computing; the maps show the numbers before the edit"
    note.tell(words, None, Deed().stop)
    assert find(note, "progress.words").text() == words


def test_stop_stops_what_goes_on_and_takes_it_for_over(qtbot: QtBot, soon: None, note: ProgressNote) -> None:
    deed = Deed()
    note.tell("Opening", 0.1, deed.stop)
    seen(qtbot, note)
    qtbot.mouseClick(find(note, "progress.cancel"), Qt.MouseButton.LeftButton)
    assert deed.stopped == 1
    assert not note.is_on


def test_of_two_things_the_newer_is_shown_and_stopped(qtbot: QtBot, soon: None, note: ProgressNote) -> None:
    first, second = Deed(), Deed()
    note.tell("Exporting", 0.1, first.stop)
    note.tell("Opening", 0.5, second.stop)
    note.tell("Exporting", 0.2, first.stop)
    seen(qtbot, note)
    assert note.accessibleName() == "Opening"
    note.cancel()
    assert (first.stopped, second.stopped) == (0, 1)


def test_after_the_newer_the_older_is_shown_again(qtbot: QtBot, soon: None, note: ProgressNote) -> None:
    first, second = Deed(), Deed()
    note.tell("Exporting", 0.1, first.stop)
    note.tell("Opening", 0.5, second.stop)
    note.end(second.stop)
    assert note.accessibleName() == "Exporting"
    seen(qtbot, note)


def test_the_end_of_what_nobody_began_changes_nothing(qtbot: QtBot, note: ProgressNote) -> None:
    note.end(Deed().stop)
    assert not note.is_on


def in_window(qtbot: QtBot) -> tuple[MainWindow, ProgressNote]:
    window = opened(qtbot)
    return window, note_of(window)


def going_on(window: MainWindow, pending: Pending | None) -> None:
    """As if something large were computed, or not."""
    session = window.session
    session._become(replace(session.state, pending=pending))


@pytest.mark.parametrize("size", ["normal", "large", "projector"])
def test_nothing_else_moves_when_it_appears(qtbot: QtBot, soon: None, size: str) -> None:
    window, note = in_window(qtbot)
    window.session.look(text_size=size)
    window.say(Message("Something.", way_out="Undo", act=lambda: None))
    names = ("message", "message.way_out", "message.dismiss", "tabs.heads", "figure.weights", "inspector")
    qtbot.waitUntil(lambda: find(window, "message.way_out").isVisible())
    before = [find(window, name).geometry() for name in names]
    note.tell("Opening", 0.1, Deed().stop)
    seen(qtbot, note)
    window.centralWidget().layout().activate()  # as it would be at the next paint
    assert [find(window, name).geometry() for name in names] == before


def test_a_message_that_it_leaves_no_room_for_can_still_be_read(qtbot: QtBot, soon: None) -> None:
    window, note = in_window(qtbot)
    whole = find(window, "message.whole")
    words = "W_K has 3 rows but X has 2 columns. "
    times = next(times for times in range(1, 40) if _offers(window, words * times)) - 1
    window.say(Message(words * times))
    assert not whole.isVisible()
    note.tell("Opening", 0.1, Deed().stop)
    seen(qtbot, note)
    assert whole.isVisible()


def _offers(window: MainWindow, words: str) -> bool:
    window.say(Message(words))
    return bool(find(window, "message.whole").isVisible())


@pytest.mark.parametrize(
    ("pending", "words"),
    [
        (Pending(), "Computing the figures"),
        (Pending(stale=True), "Computing; the maps show the numbers before the edit"),
    ],
)
def test_what_is_computed_beside_the_window_is_told(qtbot: QtBot, soon: None, pending: Pending, words: str) -> None:
    window, note = in_window(qtbot)
    going_on(window, pending)
    seen(qtbot, note)
    assert note.accessibleName() == words
    going_on(window, None)
    seen(qtbot, note, on=False)


def test_the_part_that_is_computed_is_told(qtbot: QtBot, soon: None) -> None:
    window, note = in_window(qtbot)
    going_on(window, Pending())
    window.session.progress.emit(0.25)
    assert find(note, "progress.bar", QProgressBar).value() == 25


def test_stop_reaches_the_session(qtbot: QtBot, soon: None, monkeypatch: pytest.MonkeyPatch) -> None:
    window, note = in_window(qtbot)
    stopped: list[bool] = []
    monkeypatch.setattr(type(window.session), "stop", lambda self: stopped.append(True))
    going_on(window, Pending())
    seen(qtbot, note)
    qtbot.mouseClick(find(note, "progress.cancel"), Qt.MouseButton.LeftButton)
    assert stopped == [True]


def test_what_was_stopped_is_said_with_a_way_on(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window, note = in_window(qtbot)
    resumed: list[bool] = []
    monkeypatch.setattr(type(window.session), "resume", lambda self: resumed.append(True))
    going_on(window, Pending(stale=True, stopped=True))
    assert not note.is_on
    assert find(window, "message.text").text() == "Stopped: the figures show the numbers before the last change."
    qtbot.mouseClick(find(window, "message.way_out"), Qt.MouseButton.LeftButton)
    assert resumed == [True]


def test_another_session_in_the_window_is_not_told_for_the_one_before(
    qtbot: QtBot, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from attnviz.app.session import Session

    window, note = in_window(qtbot)
    going_on(window, Pending())
    assert note.is_on
    other = Session(load("two-heads"))
    window.show_session(other)
    assert not note.is_on

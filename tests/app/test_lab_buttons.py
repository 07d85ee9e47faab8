"""Runs that a button starts: nothing else does, and what is shown meanwhile and afterwards says what it is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from lab_rooms import in_window, roomy, settled, view
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from scripted import find, trigger

from attnviz.app.labs.lab_room import LabRoom
from attnviz.engine.edits import set_mask
from attnviz.figures.theme import theme
from attnviz.labs.cost import lab as cost_module
from attnviz.labs.cost.timing import WAYS, Asked, Timing
from attnviz.labs.exhibits import Plot
from attnviz.labs.protocol import Progress, Stopped


class Measured:
    """Counts what is measured, and takes no time for it."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.waits = False  # goes on telling its first points until it is stopped

    def __call__(self, asked: Asked, progress: Progress, so_far: Callable[[Timing], None]) -> Timing:
        self.asked.append(asked)
        lengths, ones = np.array(asked.lengths, dtype=np.float64), np.ones((len(asked.lengths), len(WAYS)))
        part = np.where(lengths[:, np.newaxis] == lengths[0], ones, np.nan)
        while self.waits and progress(0.5):
            so_far(Timing(lengths, part, part, part, ones[:, 0], 1))
        if not progress(0.5):
            raise Stopped
        return Timing(lengths, ones, ones, ones, ones[:, 0], asked.rounds)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Measured:
    found = Measured()
    monkeypatch.setattr(cost_module, "timing", found)
    return found


@pytest.fixture
def room(qtbot: QtBot, measured: Measured) -> LabRoom:
    made = roomy(qtbot)
    made.open("cost", {"longest": 128, "d_k": 4})
    settled(qtbot, made)
    return made


def press(qtbot: QtBot, room: LabRoom, name: str = "lab.measure") -> None:
    qtbot.mouseClick(find(room, name, QPushButton), Qt.MouseButton.LeftButton)


def visible(room: LabRoom, name: str) -> bool:
    return bool(find(room, name, QWidget).isVisibleTo(room))


def test_a_button_measures_and_measures_again(qtbot: QtBot, room: LabRoom, measured: Measured) -> None:
    assert find(room, "lab.measure", QAbstractButton).text() == "Measure"
    for count in (1, 2):
        press(qtbot, room)
        settled(qtbot, room)
        assert len(measured.asked) == count
        assert find(room, "lab.measure", QAbstractButton).text() == "Measure again"
    assert "time" in room.page.views


def test_the_place_of_a_run_is_the_controls_until_the_button_is_pressed(
    qtbot: QtBot, room: LabRoom, measured: Measured
) -> None:
    assert not visible(room, "lab.status")
    measured.waits = True
    press(qtbot, room)
    qtbot.waitUntil(lambda: visible(room, "lab.stop"))
    press(qtbot, room, "lab.stop")
    qtbot.waitUntil(lambda: not room.running)


def test_the_counts_stay_until_something_is_measured(qtbot: QtBot, room: LabRoom) -> None:
    press(qtbot, room)
    assert "memory" in room.page.views
    assert not view(room, "memory").old
    assert find(room, "lab.status").text().startswith("Measuring this machine: each length and way in 5 rounds: ")


def test_a_changed_value_measures_nothing_until_the_button_is_pressed(
    qtbot: QtBot, room: LabRoom, measured: Measured
) -> None:
    press(qtbot, room)
    settled(qtbot, room)
    room.set_value("rounds", 3)
    assert not room.running
    assert len(measured.asked) == 1
    assert view(room, "time").old
    assert find(room, "lab.status").text() == "Shown are the values before. Press Measure again."
    press(qtbot, room)
    settled(qtbot, room)
    assert measured.asked[-1].rounds == 3
    assert not view(room, "time").old


def test_back_to_counts_shows_the_counts(qtbot: QtBot, room: LabRoom) -> None:
    assert not visible(room, "lab.measure.back")
    press(qtbot, room)
    settled(qtbot, room)
    press(qtbot, room, "lab.measure.back")
    settled(qtbot, room)
    assert "memory" in room.page.views
    assert find(room, "lab.measure", QAbstractButton).text() == "Measure"


def test_stopping_the_first_measurement_leads_back_to_the_counts(qtbot: QtBot, room: LabRoom) -> None:
    press(qtbot, room)
    room.stop()
    settled(qtbot, room)
    assert "memory" in room.page.views
    assert room.values["measure"] is False


def test_points_come_in_as_they_are_measured_and_stay_when_it_is_stopped(
    qtbot: QtBot, room: LabRoom, measured: Measured
) -> None:
    room.set_value("longest", 256)
    settled(qtbot, room)
    measured.waits = True
    press(qtbot, room)
    qtbot.waitUntil(lambda: "time" in room.page.views)
    assert room.running
    plot = view(room, "time").drawing.exhibit
    assert isinstance(plot, Plot)
    assert plot.series[1].x.tolist() == [128.0]
    assert not view(room, "time").old
    room.stop()
    assert "time" in room.page.views
    assert find(room, "lab.status").text() == "Stopped: the picture shows what was measured until then."


def test_coming_back_does_not_measure(qtbot: QtBot, measured: Measured) -> None:
    room = roomy(qtbot)
    room.open("cost")
    room.set_value("measure", True)
    settled(qtbot, room)
    room.open("shapes")
    room.open("cost")
    settled(qtbot, room)
    assert len(measured.asked) == 1
    assert room.values["measure"] is False


def test_the_format_beside_times_is_that_of_the_times(qtbot: QtBot, room: LabRoom) -> None:
    assert (visible(room, "lab.dtype"), visible(room, "lab.timed")) == (True, False)
    press(qtbot, room)
    settled(qtbot, room)
    assert (visible(room, "lab.dtype"), visible(room, "lab.timed")) == (False, True)


def test_old_exhibits_and_facts_are_fainter_and_say_so(qtbot: QtBot, room: LabRoom) -> None:
    before = view(room, "memory").grab().toImage()
    room.page.set_old(True)
    room.facts.set_old(True)
    after = view(room, "memory").grab().toImage()
    panel = room.page.views["memory"].theme.palette.panel
    darkest = [
        max(abs(panel.lightness() - QColor(shown.pixel(x, y)).lightness()) for x in range(0, 200) for y in range(0, 30))
        for shown in (before, after)
    ]
    assert 0 < darkest[1] < 0.7 * darkest[0]
    soft = room.page.views["memory"].theme.palette.soft.name()
    assert room.facts.text().count(f"color:{soft}") == 2 * len(room.facts.lines)
    assert find(room, "lab.before", QLabel).text() == "before the change"
    assert visible(room, "lab.before")


def test_the_word_over_old_exhibits_is_dressed_as_they_are(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, "decode")
    settled(qtbot, room)
    window.session.edit("Edit", lambda scenario: set_mask(scenario, causal=True, padding={0}))  # query 1 sees no key
    word = find(room, "lab.before", QLabel)
    qtbot.waitUntil(word.isVisible)
    trigger(window, "dark")
    qtbot.waitUntil(lambda: window.updatesEnabled() and not room.page.turn.waits)
    assert word.isVisible()
    assert word.grab().toImage().pixelColor(2, 2) == theme("dark").palette.panel


def test_new_exhibits_are_not_said_to_be_old(room: LabRoom) -> None:
    assert not visible(room, "lab.before")


def test_every_laboratory_in_the_menu_has_an_access_key_of_its_own(qtbot: QtBot) -> None:
    window, _ = in_window(qtbot, "mixture")
    menu = next(one for one in window.findChildren(QMenu) if one.title() == "&Lab")
    texts = [action.text() for action in menu.actions() if action.text() and not action.isSeparator()]
    keys = [text[text.index("&") + 1].lower() for text in texts]
    assert len(texts) >= 12
    assert len(set(keys)) == len(keys)


def test_tiles_have_one_arrangement_whatever_was_seen_before(qtbot: QtBot) -> None:
    fresh, used = roomy(qtbot), roomy(qtbot)
    fresh.open("tiles", {"step": 4})
    used.open("tiles", {"step": 1})
    used.session.look(text_size="projector")
    used.session.look(text_size="normal")
    for step in (6, 2, 4):
        used.set_value("step", step)
    places = [{name: one.geometry() for name, one in room.page.views.items()} for room in (fresh, used)]
    assert places[0] == places[1]


def test_nothing_moves_from_tile_to_tile(qtbot: QtBot) -> None:
    room = roomy(qtbot)
    room.open("tiles", {"step": 1, "tile_rows": 2, "tile_columns": 2})
    places = []
    for step in (1, 2, 3, 4):  # of blocks of two queries and of one
        room.set_value("step", step)
        places.append({name: one.geometry() for name, one in room.page.views.items()})
    assert all(place == places[0] for place in places)


def test_fields_have_the_width_of_their_letters_after_another_size(qtbot: QtBot) -> None:
    room = roomy(qtbot)
    room.open("tiles")
    before = find(room, "lab.step", QWidget).width()
    room.session.look(text_size="projector")
    room.session.look(text_size="normal")
    assert find(room, "lab.step", QWidget).width() == before


def test_facts_that_gave_way_on_the_projector_come_back_with_smaller_letters(qtbot: QtBot) -> None:
    room = roomy(qtbot)
    room.open("tiles", {"step": 4})
    room.facts.give_way()
    assert not visible(room, "lab.facts")
    room.session.look(text_size="large")
    assert visible(room, "lab.facts")

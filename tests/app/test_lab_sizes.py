"""Letters and room in a laboratory: exhibits, notes and controls are as large as they can be, and nothing jumps."""

from __future__ import annotations

from typing import Any

import pytest
from lab_rooms import roomy, settled, view
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QCheckBox, QScrollArea, QWidget
from pytestqt.qtbot import QtBot
from scripted import find, flush

from attnviz.app.labs import page_search
from attnviz.app.labs.lab_room import LabRoom
from attnviz.app.labs.number_edit import NumberEdit
from attnviz.app.palette import CONTROL_PX
from attnviz.app.session import Session
from attnviz.content.attn_file import load
from attnviz.figures.labs.matrix import matrix_layout
from attnviz.figures.labs.result_page import PageLayout, page_layout


def test_theme_and_text_size_reach_the_exhibits(room: LabRoom) -> None:
    room.open("mixture")
    small = view(room, "plane").theme.small_px
    room.session.look(theme="dark", text_size="projector")
    assert view(room, "plane").theme.name == "dark"
    assert view(room, "plane").theme.small_px > small


def test_facts_are_as_large_as_the_letters_of_the_exhibits(room: LabRoom) -> None:
    room.open("masks")
    room.session.look(text_size="projector")
    assert room.facts.font().pixelSize() >= view(room, "before").theme.least_number


def test_controls_are_as_large_as_the_text_size_says_even_where_the_application_is_not(room: LabRoom) -> None:
    room.open("masks")
    room.session.look(text_size="projector")
    for name in ("lab.sentence", "lab.causal", "lab.fill"):
        assert find(room, name).font().pixelSize() == CONTROL_PX["projector"]


def test_another_part_of_a_laboratory_has_letters_of_its_own(room: LabRoom) -> None:
    room.open("shapes", {"show": "parameters"})
    alone = view(room, "parameters").theme.small_px
    room.open("shapes", {"show": "transpose"})
    room.open("shapes", {"show": "parameters"})
    assert view(room, "parameters").theme.small_px == alone > 11


def test_letters_stay_while_one_mistake_after_the_other_is_looked_at(room: LabRoom) -> None:
    room.open("mistakes", {"mistake": "transposed"})
    small = view(room, "right_code").theme.small_px
    room.set_value("mistake", "no-scale")
    room.set_value("mistake", "empty-row")
    assert view(room, "right_code").theme.small_px == small


@pytest.mark.parametrize("name", ["shapes", "one-query", "mixture", "turn-the-query", "masks", "mistakes", "circuits"])
def test_nothing_scrolls_on_the_big_screen(qtbot: QtBot, name: str) -> None:
    room = LabRoom(Session(load("by-hand")), scrolls=False)
    qtbot.addWidget(room, before_close_func=lambda widget: widget.close_down())
    room.column.hide()
    room.session.look(text_size="projector")
    room.resize(1318, 560)
    room.open(name)
    room.show()
    flush()
    sheet = room.page.widget().size()
    assert sheet.width() <= room.page.width()
    assert sheet.height() <= room.page.height()
    assert all(own.geometry().bottom() <= sheet.height() for own in room.page.views.values())


def test_what_a_step_brings_in_is_scrolled_into_sight(qtbot: QtBot) -> None:
    room = roomy(qtbot)
    room.resize(1350, 430)
    room.open("one-query", {"fourth": True})
    edit = find(room, "lab.fourth_pair.2.1", NumberEdit)
    scroll = next(area for area in room.column.findChildren(QScrollArea) if area.isAncestorOf(edit))
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().value() > 0)
    low = edit.mapTo(scroll.viewport(), edit.rect().bottomLeft()).y()
    assert 0 < low <= scroll.viewport().height()


def test_controls_have_the_room_of_a_run_that_cannot_be_long(room: LabRoom) -> None:
    room.open("mixture")
    scroll = room.column.findChild(QScrollArea)
    assert room.column.height() - scroll.geometry().bottom() <= 3


def test_notes_and_controls_grow_with_the_room(room: LabRoom) -> None:
    room.open("masks")
    controls = find(room, "lab.causal", QCheckBox)
    small = room.facts.font().pixelSize(), controls.font().pixelSize()
    room.resize(1900, 930)
    assert room.facts.font().pixelSize() > small[0]
    assert controls.font().pixelSize() > small[1]


def test_what_an_experiment_comes_to_stands_in_larger_letters_than_its_controls(room: LabRoom) -> None:
    room.open("decode")
    assert room.facts.font().pixelSize() > find(room, "lab.reset", QWidget).font().pixelSize()


def test_a_step_of_decoding_has_one_cell_size_and_frames_what_is_new(room: LabRoom) -> None:
    room.open("decode")
    views = room.page.views
    grids = [matrix_layout(view.drawing, view.place, view.theme)[2] for view in views.values()]
    assert len({grid.number_px for grid in grids}) == 1
    assert len({(grid.xs[1] - grid.xs[0], grid.ys[1] - grid.ys[0]) for grid in grids}) == 1
    model = matrix_layout(views["keys"].drawing, views["keys"].place, views["keys"].theme)[0]
    assert [frame.rows for frame in model.frames] == [(1, 2)]  # the second token, after the first that was read


def count_pages(monkeypatch: pytest.MonkeyPatch) -> list[PageLayout]:
    """The pages that are arranged from now on."""
    arranged: list[PageLayout] = []

    def arrange(*asked: Any, **more: Any) -> PageLayout:
        arranged.append(page_layout(*asked, **more))
        return arranged[-1]

    monkeypatch.setattr(page_search, "page_layout", arrange)
    return arranged


def test_a_page_is_arranged_once_for_an_edge_that_is_dragged_on(
    qtbot: QtBot, room: LabRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.open("circuits")
    qtbot.waitUntil(lambda: not room.page.turn.waits)
    drawings, arranged = room.page._drawings, count_pages(monkeypatch)
    for width in (1340, 1330, 1320):
        room.resize(width, 650)
    qtbot.waitUntil(lambda: not room.page.turn.waits)
    assert [page.size.toSize() for page in arranged] == [room.page.viewport().size()]
    assert room.page._drawings is drawings  # with all that is measured of them


def test_a_page_that_was_whole_has_no_scroll_bars_before_it_is_arranged_anew(room: LabRoom) -> None:
    room.open("circuits")
    room.resize(1250, 620)
    bars = room.page.verticalScrollBar(), room.page.horizontalScrollBar()
    assert not any(bar.isVisible() for bar in bars)


def test_a_page_out_of_sight_is_not_arranged(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    made = LabRoom(Session(load("by-hand")))
    qtbot.addWidget(made, before_close_func=lambda widget: widget.close_down())
    arranged = count_pages(monkeypatch)
    made.open("mixture")
    made.resize(900, 500)
    assert not arranged
    made.show()
    flush()
    assert arranged


def test_a_page_on_its_way_into_sight_is_arranged_once_for_the_room_that_it_comes_to(qtbot: QtBot) -> None:
    made = LabRoom(Session(load("by-hand")))
    qtbot.addWidget(made, before_close_func=lambda widget: widget.close_down())
    made.open("shapes")
    made.show()
    made.resize(900, 500)
    made.resize(1350, 660)
    assert made.page.widget().size().isEmpty()  # nothing is seen of it in a place that is not its own
    flush()
    room = made.page.maximumViewportSize()
    assert made.page.widget().size() == room


def test_another_laboratory_with_fewer_cuts_of_its_page_shows_the_last_of_them(qtbot: QtBot) -> None:
    made = roomy(qtbot)
    made.session.look(text_size="projector")
    made.open("tiles")
    assert made.page._leaf > 1
    made.hide()
    made.open("cost")
    made.show()
    flush()
    assert set(made.page.views) == {drawing.key for drawing in made.page._drawings}


def projected(qtbot: QtBot, lab: str, height: int) -> LabRoom:
    """A laboratory in projector size, in a room so high."""
    room = roomy(qtbot)
    room.session.look(text_size="projector")
    room.resize(1350, height)
    room.open(lab)
    settled(qtbot, room)
    flush()
    room.middle._settle()  # as after another width
    return room


@pytest.mark.parametrize("height", [345, 700])
def test_sentences_leave_their_room_to_plots_that_would_be_without_their_axes(qtbot: QtBot, height: int) -> None:
    room = projected(qtbot, "cost", height)

    def is_whole() -> bool:
        plots = [view(room, name) for name in ("memory", "work")]
        return all(plot.geometry().bottom() <= room.page.viewport().height() for plot in plots)

    qtbot.waitUntil(lambda: is_whole() and room.facts.isVisible() == (height == 700))


@pytest.mark.parametrize("height", range(260, 520, 20))
def test_no_control_is_half_above_those_that_a_lesson_sets(qtbot: QtBot, height: int) -> None:
    room = roomy(qtbot)
    room.resize(1350, height)
    room.open("cost", {"layers": 12})
    flush()
    room.column._scroll_to_wanted()  # as once all has its place
    shown = find(room.column, "lab.layers").parentWidget()
    viewport = room.column._scroll.viewport()
    parts = [one for one in shown.parentWidget().children() if isinstance(one, QWidget) and one.isVisibleTo(room)]
    tops = [one.mapTo(viewport, QPoint()).y() for one in parts]
    assert not any(top < 0 < top + one.height() for top, one in zip(tops, parts, strict=True))
    place = shown.mapTo(viewport, QPoint()).y()
    assert place >= 0
    assert place + shown.height() <= viewport.height()
    assert not find(room, "lab.sentence").isVisibleTo(room)


@pytest.mark.parametrize(("height", "said"), [(270, False), (640, True)])
def test_what_is_said_gives_way_to_figures_that_have_no_room(qtbot: QtBot, height: int, said: bool) -> None:
    room = projected(qtbot, "turn-the-query", height)
    qtbot.waitUntil(lambda: room.facts.isVisible() is said)
    assert (room.page.viewport().height() > 0.9 * height) is not said

"""What a window gets back from a presentation, and what it presents."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot
from scripted import opened

from attnviz.app.style_sheet import mixed
from attnviz.app.window import MainWindow
from attnviz.content.presets import preset
from attnviz.engine.edits import set_cell, set_mask
from attnviz.figures.theme import PALETTES


def edit_on_the_stage(window: MainWindow, value: float) -> None:
    presentation = window.presenting.presenter.presentation
    assert presentation is not None
    presentation.session.edit("Edit", lambda scenario: set_cell(scenario, "X", 0, 0, value))


def messages(window: MainWindow) -> str:
    return " ".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


def test_edits_on_the_stage_come_to_the_document_as_one_step(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.present()
    edit_on_the_stage(window, 5.0)
    edit_on_the_stage(window, 7.0)

    window.presenting.end()

    assert window.session.state.scenario.matrix("X")[0, 0] == 7.0
    assert window.session.undo_stack.count() == 1


def test_a_document_opened_meanwhile_is_left_alone(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.present()
    window.document.open_preset("trophy")

    window.presenting.end()

    assert window.session.state.scenario == preset("trophy")
    assert not window.document.modified


def test_edits_in_the_window_meanwhile_are_kept(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.present()
    window.session.edit("Mask", lambda scenario: set_mask(scenario, causal=True))

    window.presenting.end()

    assert window.session.state.scenario.mask.causal


def test_edits_on_the_stage_that_have_no_place_any_more_are_told_of(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.present()
    edit_on_the_stage(window, 7.0)
    window.document.open_preset("trophy")

    window.presenting.end()

    assert window.session.state.scenario == preset("trophy")
    assert "while presenting" in messages(window)


def test_another_lesson_begun_meanwhile_stays_at_its_step(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.start_lesson("by-hand")
    window.present()
    presentation = window.presenting.presenter.presentation
    assert presentation is not None
    presentation.go(len(presentation.beats) - 1)
    window.start_lesson("mixture")

    window.presenting.end()

    playing = window.rooms.playing()
    assert playing is not None
    assert (playing.lesson.name, playing.step) == ("mixture", 0)


def test_f5_in_practice_presents_the_document_and_so_no_answer(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.start_practice()
    window.present()
    presentation = window.presenting.presenter.presentation
    assert presentation is not None
    presented = presentation.session.state.scenario

    window.presenting.end()

    assert presented is window.document.session.state.scenario
    assert window.session.state.refused is None


def test_controls_on_the_stage_look_as_in_the_window(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.presenting.start()
    stage = window.presenting.presenter.stage
    assert stage is not None
    pictures = []
    for under in (window, stage):
        field = QLineEdit(under)
        field.resize(80, 24)
        pictures.append(field.grab().toImage())
    edge = pictures[0].pixelColor(40, 0)  # Fusion alone draws another one
    assert edge == mixed(PALETTES["light"].panel, PALETTES["light"].text, 0.45)
    assert pictures[0] == pictures[1]
    window.presenting.end()

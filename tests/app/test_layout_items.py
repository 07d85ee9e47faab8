"""Python knows no item of a layout, wherever one goes in the program.

Measured with PySide6 6.11.3: `outer.addLayout(inner)` makes a Python object for each item that `inner` has by then (5
for 5, and none where `inner` is filled afterwards), and keeps it when Qt deletes the item. What Qt puts at that address
next, a style or another item, is then taken for the dead one: attributes that are not there, and crashes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from import_dialogs import become
from lab_rooms import in_window as in_lab
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDialog, QLayout, QLayoutItem
from pytestqt.qtbot import QtBot
from scripted import find, flush, opened, trigger
from shiboken6 import Shiboken
from source_rooms import StoredSource
from source_rooms import in_window as in_source

from attnviz.app.controls.message_details import MessageDetails
from attnviz.app.dialogs.crop_dialog import CropDialog
from attnviz.app.dialogs.document_dialog import DocumentDialog
from attnviz.app.dialogs.export_dialog import ExportDialog
from attnviz.app.dialogs.gallery import Gallery
from attnviz.app.dialogs.help_dialogs import ShortcutsDialog
from attnviz.app.dialogs.memory_dialog import MemoryDialog
from attnviz.app.dialogs.new_dialog import NewDialog
from attnviz.app.dialogs.number_dialog import NumberDialog
from attnviz.app.dialogs.numbers_dialog import NumbersDialog
from attnviz.app.dialogs.token_dialog import TokenDialog
from attnviz.app.importing.draft import Brought, Draft
from attnviz.app.importing.import_dialog import ImportDialog
from attnviz.app.importing.two_readings import TextReading, TwoReadingsDialog
from attnviz.app.lessons.glossary_dialog import GlossaryDialog
from attnviz.app.practice.worksheet_dialog import WorksheetDialog
from attnviz.app.presenting.notes_window import NotesWindow
from attnviz.app.window import MainWindow
from attnviz.content.importing import Reading, read
from attnviz.content.lessons.course import lesson
from attnviz.engine.cells import Cell
from attnviz.figures.theme import theme
from attnviz.figures.view import View, Viewport

TEXT_SIZES = ("zoom_in", "zoom_in", "zoom_out", "zoom_out")


def known_items() -> list[QLayoutItem]:
    """Python's objects for widgets and gaps in layouts; layouts themselves are QObjects, which tell when they go."""
    known = Shiboken.getAllValidWrappers()
    return [one for one in known if isinstance(one, QLayoutItem) and not isinstance(one, QLayout)]


@pytest.fixture
def check() -> Callable[[str], None]:
    """Fails where Python has come to know items since the test began, and says after what."""
    before = known_items()

    def check(after: str) -> None:
        made = [one for one in known_items() if not any(one is other for other in before)]
        assert not made, f"after {after}: {dict(Counter(type(one).__name__ for one in made))}"

    return check


def press(window: MainWindow, name: str) -> bool:
    """Clicks the button of that name if it can be clicked now."""
    button = window.findChild(QAbstractButton, name)
    if button is None or not button.isVisible() or not button.isEnabled():
        return False
    button.click()
    flush()
    return True


def matrix_dialog(window: MainWindow) -> ImportDialog:
    """The import of a square matrix, which fits in several places and ways."""

    def again(reading: Reading) -> object:
        return read("0.5 0.5\n0.25 0.75", "the clipboard", reading)

    draft = Draft.of([Brought(again(Reading()), again)], window.session.state.scenario)  # type: ignore[arg-type]
    dialog = ImportDialog(draft, theme(), window)
    box = find(dialog, "import.target", QComboBox)
    for target in [box.itemData(place) for place in range(box.count())]:
        become(dialog, target)
    return dialog


def readings_dialog(window: MainWindow) -> TwoReadingsDialog:
    """The question which of two readings is meant."""
    X = window.session.state.scenario.matrix("X")
    readings = (
        TextReading("decimal", "One number a row", X[:, :1].copy()),
        TextReading("separator", "Two numbers a row", X),
    )
    return TwoReadingsDialog("Which?", readings, theme(), window)


DIALOGS: dict[str, Callable[[MainWindow], QDialog]] = {
    "crop": lambda window: CropDialog(window.session.state.scenario, Viewport(0, 0, 2, 2), window),
    "document": lambda window: DocumentDialog(window.session.state, "weights", window),
    "export": lambda window: ExportDialog(window.session.state, "weights", {}, window),
    "gallery": lambda window: Gallery(View(), window),
    "glossary": lambda window: GlossaryDialog(View(), window),
    "import": matrix_dialog,
    "memory": lambda window: MemoryDialog(None, window),
    "new": NewDialog,
    "number": lambda window: NumberDialog("Scale", "Multiply by", "0.5", window),
    "numbers": lambda window: NumbersDialog(window.session.state, "weights", window),
    "readings": readings_dialog,
    "shortcuts": lambda window: ShortcutsDialog(window.menus.commands, window),
    "token": lambda window: TokenDialog(window.session.state.scenario, window),
    "worksheet": lambda window: WorksheetDialog(window.session.state.scenario, 7, window),
}


def test_no_item_is_known_of_the_window(qtbot: QtBot, check: Callable[[str], None]) -> None:
    window = opened(qtbot)
    check("opening")
    window.session.select(cell=Cell("weights", 0, 1, 2), query=1)
    for width in (700, 1366):  # in which what stands over the arithmetic is put beside each other, and under
        window.resize(width, 768)
        flush()
        check(f"{width} pixels of width")
    for name in TEXT_SIZES:
        trigger(window, name)
        check(name)
    for name in ("forms", "code"):
        trigger(window, name)
        check(name)
    window.document.open_preset("two-heads")
    window.session.select(cell=Cell("output", None, 1, 0), query=1)
    flush()
    check("another example")
    MessageDetails(window)
    check("all of a message")


def test_no_item_is_known_of_any_dialog(qtbot: QtBot, check: Callable[[str], None]) -> None:
    window = opened(qtbot)
    for name, make in DIALOGS.items():
        dialog = make(window)
        dialog.show()
        flush()
        check(f"{name}, opened")
        dialog.done(0)
        dialog.deleteLater()
        flush()
        check(f"{name}, closed")


def test_no_item_is_known_of_the_room_of_a_source(qtbot: QtBot, check: Callable[[str], None]) -> None:
    window, room = in_source(qtbot)
    check("opening")
    for name in TEXT_SIZES:
        trigger(window, name)
        check(name)
    window.document.session.put_beside(StoredSource(1))
    flush()
    check("another sentence")
    window.show_document()
    room.deleteLater()
    flush()
    check("its end")


def test_no_item_is_known_of_a_laboratory(qtbot: QtBot, check: Callable[[str], None]) -> None:
    window, _room = in_lab(qtbot, "turn-the-query")
    check("opening")
    for button in window.findChildren(QAbstractButton):
        if button.objectName().endswith((".add", ".remove")) and button.isVisible():
            button.click()
    flush()
    check("another number of rows")
    trigger(window, "lab.root-d-k")
    check("another laboratory")


def test_no_item_is_known_of_a_lesson(qtbot: QtBot, check: Callable[[str], None]) -> None:
    window = opened(qtbot)
    window.start_lesson("by-hand")
    check("opening")
    for step in range(2, 1 + len(lesson("by-hand").steps)):
        assert press(window, "lesson.next")
        check(f"step {step}")
    window.leave_lesson()
    check("its end")


def test_no_item_is_known_of_practice(qtbot: QtBot, check: Callable[[str], None]) -> None:
    window = opened(qtbot)
    window.start_practice()
    check("opening")
    for _ in range(8):
        for name in ("practice.hint", "practice.show", "practice.next"):
            press(window, name)
            check(name)


def test_no_item_is_known_of_the_first_screen(qtbot: QtBot, check: Callable[[str], None]) -> None:
    window = opened(qtbot)
    window.show_welcome()
    for width in (900, 1366):
        window.resize(width, 600)
        flush()
        check(f"{width} pixels of width")
    for name in TEXT_SIZES:
        trigger(window, name)
        check(name)


def test_no_item_is_known_of_the_stage_and_its_notes(qtbot: QtBot, check: Callable[[str], None]) -> None:
    window = opened(qtbot)
    window.present()
    check("beginning")
    presentation = window.presenting.presenter.presentation
    assert presentation is not None
    notes = NotesWindow(presentation)
    qtbot.addWidget(notes)
    notes.show()
    for _ in range(4):
        presentation.next()
        flush()
        check("a press")
    window.presenting.end()
    check("its end")

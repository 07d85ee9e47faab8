"""Pasting where numbers are written with a comma: what the system calls a decimal mark changes nothing that is read."""

from __future__ import annotations

import locale
from collections.abc import Iterator, Sequence

import pytest
from import_dialogs import answering, become, press
from pane_scenarios import at, by_hand, line, matrix, shown
from PySide6.QtCore import QLocale, QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QRadioButton, QTableView
from pytestqt.qtbot import QtBot
from scripted import opened, trigger

from attnviz.app.importing.two_readings import TextReading, TwoReadingsDialog
from attnviz.figures.theme import theme
from attnviz.figures.view import View

Key, Mod = Qt.Key, Qt.KeyboardModifier
LOCALES = ("de_DE", "fr_FR")
NARROW, WIDE, MINUS = "\u202f", "\u00a0", "\u2212"


@pytest.fixture(params=LOCALES, autouse=True)
def abroad(request: pytest.FixtureRequest) -> Iterator[str]:
    """Qt and C both write numbers as that country does, as far as the machine knows how."""
    before, numeric = QLocale(), locale.setlocale(locale.LC_NUMERIC)
    QLocale.setDefault(QLocale(request.param))
    for name in (f"{request.param}.UTF-8", f"{request.param}.utf8", request.param):
        try:
            locale.setlocale(locale.LC_NUMERIC, name)
            break
        except locale.Error:  # not installed here: Qt's own locale is what the widgets follow
            continue
    yield request.param
    locale.setlocale(locale.LC_NUMERIC, numeric)
    QLocale.setDefault(before)


class Person:
    """Says which reading is meant, and remembers what was shown."""

    def __init__(self, name: str | None) -> None:
        self.name = name
        self.blocks: dict[str, list[list[float]]] = {}

    def reading(self, _text: str, readings: Sequence[TextReading], _view: View) -> TextReading | None:
        self.blocks = {one.name: one.block.tolist() for one in readings}
        return next((one for one in readings if one.name == self.name), None)

    def resize(self, _text: str, _verb: str) -> bool:
        return True

    def seed(self, last: int) -> int:
        return last


@pytest.mark.parametrize(
    "text",
    [
        "1,5\t2\n-0,25\t0,001\n",
        f"1,5\t2\r\n{MINUS}0,25\t1,0E-03\r\n",
        "1.5\t2\n-0.25\t0.001\n",
        "1,5;2\n-0,25;0,001\n",
        "[[1.5, 2.0], [-0.25, 0.001]]",
        f"\ufeff1,5\t{WIDE}2\n{MINUS}0,25\t0,001{NARROW}\n",
    ],
)
def test_a_block_is_the_same_numbers_in_every_country(qtbot: QtBot, text: str) -> None:
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_K", 0, 0)
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(view, Key.Key_V, Mod.ControlModifier)
    assert matrix(panel, "W_K") == [[1.5, 2], [-0.25, 0.001]]


@pytest.mark.parametrize("space", [NARROW, WIDE])
def test_a_narrow_space_groups_thousands(qtbot: QtBot, space: str) -> None:
    window = opened(qtbot)
    answering(window, lambda dialog: (become(dialog, "W_Q"), press(dialog, "import.ok")))
    QGuiApplication.clipboard().setText(f"1{space}234,5\t2\n3\t4\n")
    trigger(window, "paste_as")
    assert window.session.state.scenario.matrix("W_Q").tolist() == [[1234.5, 2], [3, 4]]


def test_what_is_copied_comes_back_as_it_was(qtbot: QtBot) -> None:
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_V", 0, 0)
    QTest.keyClick(view, Key.Key_Return)
    QGuiApplication.clipboard().setText("0,1234567890123\t1e-12\n3\t4")
    at(panel, "W_V", 0, 0)
    QTest.keyClick(view, Key.Key_V, Mod.ControlModifier)
    QTest.keyClick(view, Key.Key_C, Mod.ControlModifier)
    at(panel, "W_K", 0, 0)
    QTest.keyClick(panel.pane("W_K").view, Key.Key_V, Mod.ControlModifier)
    assert matrix(panel, "W_K") == [[0.1234567890123, 1e-12], [3, 4]]


@pytest.mark.parametrize("text", ["0,25", "0.25"])
def test_a_number_is_typed_with_either_mark(qtbot: QtBot, text: str) -> None:
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 1, 1)
    QTest.keyClick(view, text[0])
    QTest.keyClicks(line(view), text[1:])
    QTest.keyClick(line(view), Key.Key_Return)
    assert matrix(panel, "X")[1][1] == 0.25


@pytest.mark.parametrize(
    ("name", "numbers"),
    [("decimal", [[1.5, 1], [2.5, 1]]), ("separator", [[1, 5], [2, 5]])],
)
def test_a_comma_that_can_be_both_is_a_question_with_both_readings(
    qtbot: QtBot, name: str, numbers: list[list[float]]
) -> None:
    panel = shown(qtbot, by_hand())
    person = Person(name)
    panel.ask(person)
    view = at(panel, "W_V", 0, 0)
    QGuiApplication.clipboard().setText("0\t1\n0\t1")
    QTest.keyClick(view, Key.Key_V, Mod.ControlModifier)
    at(panel, "W_V", 0, 0)
    QGuiApplication.clipboard().setText("1,5\n2,5")
    QTest.keyClick(view, Key.Key_V, Mod.ControlModifier)
    assert person.blocks == {"decimal": [[1.5], [2.5]], "separator": [[1, 5], [2, 5]]}
    assert matrix(panel, "W_V") == numbers


def test_without_an_answer_nothing_is_pasted(qtbot: QtBot) -> None:
    panel = shown(qtbot, by_hand())
    panel.ask(Person(None))
    QGuiApplication.clipboard().setText("1,5\n2,5")
    QTest.keyClick(at(panel, "W_V", 0, 0), Key.Key_V, Mod.ControlModifier)
    assert panel.session.state.scenario == by_hand()
    assert panel.session.state.refused is not None


def test_both_readings_are_seen_and_none_is_taken_for_granted(qtbot: QtBot) -> None:
    readings = (
        TextReading("decimal", "One number a row", by_hand().matrix("X")[:, :1]),
        TextReading("separator", "Two numbers a row", by_hand().matrix("X")),
    )
    dialog = TwoReadingsDialog("Which?", readings, theme())
    qtbot.addWidget(dialog)
    paste = dialog.findChild(QPushButton, "readings.ok")
    assert not paste.isEnabled()
    models = [dialog.findChild(QTableView, f"readings.{one.name}.table").model() for one in readings]
    assert [model.columnCount() for model in models] == [1, 2]
    dialog.findChild(QRadioButton, "readings.separator").click()
    assert paste.isEnabled()
    assert dialog.chosen() is readings[1]


def test_the_imported_sheet_is_shown_with_points(qtbot: QtBot) -> None:
    window = opened(qtbot)
    seen: list[str] = []

    def person(dialog: object) -> None:
        model = dialog.findChild(QTableView, "import.preview").model()  # type: ignore[attr-defined]
        seen.append(model.index(0, 0).data())

    answering(window, person)
    QGuiApplication.clipboard().setText("0,5;1,25\n2,75;3,5\n1;1\n")
    trigger(window, "paste_as")
    assert seen == ["0.5"]


def test_of_a_table_and_a_text_a_pane_takes_the_text(qtbot: QtBot) -> None:
    panel = shown(qtbot, by_hand())
    data = QMimeData()
    data.setHtml("<table><tr><td>9</td><td>9</td></tr></table>")
    data.setText("1,5\t2\r\n3\t4\r\n")
    QGuiApplication.clipboard().setMimeData(data)
    QTest.keyClick(at(panel, "W_Q", 0, 0), Key.Key_V, Mod.ControlModifier)
    assert matrix(panel, "W_Q") == [[1.5, 2], [3, 4]]


@pytest.mark.parametrize(
    "text",
    [
        "array([[1.5, 2. ],\n       [3. , 4. ]], dtype=float32)",
        "tensor([[1.5000, 2.0000],\n        [3.0000, 4.0000]])",
        "tensor([[1.5, 2.], [3., 4.]], device='cuda:0', grad_fn=<MmBackward0>)",
        "[[1.5 2. ]\n [3.  4. ]]",
    ],
)
def test_what_a_notebook_prints_is_pasted_into_a_pane(qtbot: QtBot, text: str) -> None:
    panel = shown(qtbot, by_hand())
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(at(panel, "W_Q", 0, 0), Key.Key_V, Mod.ControlModifier)
    assert matrix(panel, "W_Q") == [[1.5, 2], [3, 4]]

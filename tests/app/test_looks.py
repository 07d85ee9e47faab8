"""Theme and text size of the window: changed quickly, once, and in turns of the event loop."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from large_maps import large
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnviz import Scenario, load
from attnviz.app.changing_looks import ChangingLooks
from attnviz.app.inspection import page_formulas
from attnviz.app.inspection.arithmetic_view import ArithmeticView
from attnviz.app.own_turn import OwnTurn
from attnviz.app.palette import dress_window
from attnviz.app.session import Session
from attnviz.app.style_sheet import mixed
from attnviz.app.window import MainWindow
from attnviz.engine.cells import Cell
from attnviz.figures import formula_picture, planning
from attnviz.figures.theme import PALETTES, theme


class CountingButton(QPushButton):
    """Counts how often it is given a style."""

    styled = 0

    def event(self, event: QEvent) -> bool:
        """As any button."""
        if event.type() == QEvent.Type.StyleChange:
            self.styled += 1
        return super().event(event)


class Painted(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.times = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Holds nothing back."""
        self.times += event.type() == QEvent.Type.Paint
        return False


def test_another_theme_polishes_each_widget_once_however_deep_it_lies(qtbot: QtBot) -> None:
    window = inner = QWidget()
    qtbot.addWidget(window)
    for _ in range(5):
        within = QWidget(inner)
        QVBoxLayout(inner).addWidget(within)
        inner = within
    button = CountingButton(inner)
    dress_window(window, theme("dark", "normal"))
    window.show()
    button.styled = 0

    dress_window(window, theme("light", "normal"))

    assert button.styled == 1


def test_letters_that_a_widget_was_given_stay_its_own_with_another_theme(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dress_window(window, theme("light", "normal"))
    line = QLineEdit(window)
    window.show()
    letters = line.font()
    letters.setPixelSize(31)
    line.setFont(letters)

    dress_window(window, theme("dark", "large"))

    assert line.font().pixelSize() == 31


def test_the_panes_have_no_rules_of_their_own_to_be_read_with_each_theme(qtbot: QtBot) -> None:
    window = opened(qtbot)
    panel = window.findChild(QWidget, "inputs")
    assert panel is not None
    assert [part.objectName() for part in (panel, *panel.findChildren(QWidget)) if part.styleSheet()] == []


def test_the_column_of_a_laboratory_has_no_rules_of_its_own_to_be_read_with_each_theme(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.show_lab("one-query")
    column = window.findChild(QWidget, "lab.column")
    assert column is not None
    assert [part.objectName() for part in (column, *column.findChildren(QWidget)) if part.styleSheet()] == []


@pytest.mark.parametrize("scenario", ["by-hand", "large"])
def test_another_theme_is_worn_before_what_is_drawn_follows_in_a_later_turn(qtbot: QtBot, scenario: str) -> None:
    window = opened(qtbot, large() if scenario == "large" else load(scenario))

    window.menus.commands["dark"].trigger()

    assert window.property("worn") == ("dark", "normal")
    assert window.session.state.view.theme == "light"
    qtbot.waitUntil(lambda: window.session.state.view.theme == "dark")


def test_nothing_is_painted_while_half_of_the_window_has_the_old_theme(qtbot: QtBot) -> None:
    window = opened(qtbot, large())

    window.menus.commands["dark"].trigger()

    assert not window.updatesEnabled()
    qtbot.waitUntil(window.updatesEnabled)
    assert window.session.state.view.theme == "dark"


def test_what_has_another_theme_is_painted_in_a_turn_of_its_own(qtbot: QtBot) -> None:
    window = opened(qtbot, large())
    painted: list[bool] = []

    def look_in_a_turn() -> None:
        QTimer.singleShot(0, window, lambda: painted.append(window.updatesEnabled()))

    window.session.changed.connect(look_in_a_turn)

    window.menus.commands["dark"].trigger()

    qtbot.waitUntil(lambda: bool(painted))
    assert not painted[0]
    qtbot.waitUntil(window.updatesEnabled)


def test_the_picture_that_was_put_off_is_painted_at_once_and_waits_for_no_request(qtbot: QtBot) -> None:
    """Under X11 such a request is used up while nothing may be painted: the first screen stayed black."""
    window = opened(qtbot)
    qtbot.wait(1)
    painted = Painted(window)
    looks = ChangingLooks(window, lambda **_: None)
    looks.paint_later()

    looks.finish()

    assert painted.times > 0


def test_two_sizes_larger_are_two_steps_though_none_is_drawn_in_between(qtbot: QtBot) -> None:
    window = opened(qtbot, large())

    for _ in range(2):
        window.menus.commands["zoom_in"].trigger()

    qtbot.waitUntil(lambda: window.session.state.view.text_size == "projector")


def test_a_theme_that_was_chosen_just_before_the_window_closed_is_remembered(qtbot: QtBot) -> None:
    window = opened(qtbot, large())
    window.menus.commands["dark"].trigger()
    window.close()
    assert window.settings.view.theme == "dark"


def test_theme_and_size_asked_for_together_both_come(qtbot: QtBot) -> None:
    window = opened(qtbot)

    window.menus.commands["large"].trigger()
    window.menus.commands["dark"].trigger()

    qtbot.waitUntil(lambda: window.session.state.view.theme == "dark")
    assert window.session.state.view.text_size == "large"


def test_dialogs_over_the_window_wear_its_rules(qtbot: QtBot) -> None:
    window = opened(qtbot)
    dialog = QDialog(window)
    field = QLineEdit(dialog)
    dialog.show()
    field.ensurePolished()
    picture = field.grab().toImage()
    edge = picture.pixelColor(picture.width() // 2, 0)  # Fusion alone draws another one
    assert edge == mixed(PALETTES["light"].panel, PALETTES["light"].text, 0.45)


def opened(qtbot: QtBot, scenario: Scenario | None = None) -> MainWindow:
    """A window with that scenario, or a small one."""
    window = MainWindow(Session(scenario or load("by-hand")))
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.mark.parametrize("enter", ["start_lesson", "start_practice", "show_lab", "show_welcome", "show_document"])
def test_another_room_is_painted_in_a_turn_of_its_own(qtbot: QtBot, enter: str) -> None:
    window = opened(qtbot)
    names = {"start_lesson": ("masks",), "show_lab": ("shapes",)}
    getattr(window, enter)(*names.get(enter, ()))
    assert not window.updatesEnabled()
    qtbot.waitUntil(window.updatesEnabled)


def test_what_became_due_while_the_window_was_dressed_goes_before_what_is_drawn(qtbot: QtBot) -> None:
    window = opened(qtbot)
    seen: list[str] = []
    due = QTimer(window, singleShot=True)
    due.timeout.connect(lambda: seen.append(window.session.state.view.theme))

    window.menus.commands["dark"].trigger()
    due.start(0)

    qtbot.waitUntil(window.updatesEnabled)
    assert seen == ["light"]


def test_each_layout_that_another_text_size_needs_is_searched_for_in_a_turn_of_its_own(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(qtbot, load("one-query"))
    qtbot.wait(1)
    done: list[str] = []

    def noted(what: str, deed: Callable[..., object]) -> Callable[..., object]:
        def note(*given: object) -> object:
            done.append(what)
            return deed(*given)

        return note

    monkeypatch.setattr(planning, "_plans", {})
    monkeypatch.setattr(planning, "_with_numbers", noted("search", planning._with_numbers))
    monkeypatch.setattr(OwnTurn, "take", noted("turn", OwnTurn.take))

    window.menus.commands["projector"].trigger()

    qtbot.waitUntil(window.updatesEnabled)
    searches = "".join(what[0] for what in done).split("t")
    assert {len(each) for each in searches} == {0, 1}
    assert sum(map(len, searches)) > 2


def test_formulas_of_another_text_size_are_set_in_turns_and_none_in_passing(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(qtbot)
    window.session.select(cell=Cell("weights", 0, 1, 1), query=1)
    window.session.look(depth="formula")
    qtbot.wait(1)
    for kept in (formula_picture._set, formula_picture._inked):
        kept.cache_clear()
    monkeypatch.setattr(page_formulas, "A_TURN", 0.0001)
    in_turns: list[int] = []
    turn = OwnTurn.take

    def counted(own: OwnTurn) -> None:
        before = formula_picture._set.cache_info().misses
        turn(own)
        in_turns.append(formula_picture._set.cache_info().misses - before)

    monkeypatch.setattr(OwnTurn, "take", counted)

    window.menus.commands["large"].trigger()

    qtbot.waitUntil(window.updatesEnabled)
    text = window.findChild(ArithmeticView)
    assert text is not None
    assert text.toPlainText().count("$") >= 8
    assert sum(number > 0 for number in in_turns) >= 3
    assert sum(in_turns) == formula_picture._set.cache_info().misses

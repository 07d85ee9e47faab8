"""The panel under "Forms": every form of attention in one place, as it is now."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from attnviz.app.controls import adjust, forms
from attnviz.app.controls.commands import Commands
from attnviz.app.controls.enter_key import EnterKey
from attnviz.app.controls.forms_controls import Chooser, Side, Tick, Typed
from attnviz.app.controls.positions_fields import PositionsFields
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.content.numerals import full
from attnviz.engine.edits import kv_heads_words
from attnviz.engine.scenario import Scenario

_MARGIN = 8  # pixels between the panel and the window's edges
USUAL_CAP = "30"  # what a soft cap begins with where none was typed
_CORNERS = {"top_left": "the top left", "bottom_right": "the bottom right"}


class FormsPanel(QFrame, Watching):
    """A popup; each change is one undo step and is seen at once behind it. Esc closes it."""

    def __init__(self, session: Session, commands: Commands, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("control.forms.panel")
        EnterKey(self)
        self.setAccessibleName("Forms of attention")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._commands = commands
        self._button = parent
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 12, 12, 12)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(8)
        self.kv_heads = Chooser(
            "control.kv_heads", "Key/value heads", lambda kind: self._edit(forms.kv_heads, int(kind)), self
        )
        self.window_on = Tick("mask.window", "", "Sliding window", self._turn_window, self)
        self.before = Side("mask.window.left", "Keys before", lambda side: self._set_side(0, side), self)
        self.after = Side("mask.window.right", "Keys after", lambda side: self._set_side(1, side), self)
        self.alignment = Chooser(
            "control.alignment", "Causal mask from", lambda kind: self._edit(adjust.alignment, kind), self
        )
        self.positions = Chooser("control.positions", "Positions", lambda kind: self._edit(forms.positions, kind), self)
        self.turning = PositionsFields(self._edit, self)
        self.softcap = Tick("control.softcap", "", "Soft cap", self._turn_cap, self)
        self.limit = Typed(
            "control.softcap.limit", "Soft cap limit", lambda text: self._edit(forms.softcap, text), self
        )
        self.bias = Chooser("control.bias", "Score bias", lambda kind: self._edit(forms.bias, kind), self)
        self.origin = QLabel(self)
        self.source = QPushButton(self)
        self.source.setObjectName("control.source")
        self.source.clicked.connect(self._change_source)
        self._lay_out()
        self.watch(session)
        self.show_state(None, session.state)

    def open_under(self, button: QWidget, first: QWidget | None = None) -> None:
        """Opens below the button, with the keyboard on a control; without one at the right edge of the window."""
        self._button = button
        self._settle()
        self.show()
        wanted = first if first is not None and first.isEnabled() and not first.isHidden() else self.positions
        wanted.setFocus(Qt.FocusReason.PopupFocusReason)

    def _settle(self) -> None:
        """As large as what it shows, within the window."""
        self.adjustSize()
        button = self._button
        corner = button.mapToGlobal(QPoint(0, button.height() + 2))
        window = button.window()
        edge = window.mapToGlobal(QPoint(window.width() - _MARGIN, 0)).x()
        wanted = corner.x() if button.isVisible() else edge
        self.move(max(window.mapToGlobal(QPoint(_MARGIN, 0)).x(), min(wanted, edge - self.width())), corner.y())

    def show_state(self, old: State | None, new: State) -> None:
        """Shows which forms are on, and what can be had."""
        if old is not None and forms.same_forms(old.scenario, new.scenario):
            return
        scenario, why = new.scenario, forms.reasons(new.scenario)
        size, window = scenario.sizes, scenario.mask.window
        none = why["window"]
        shared = _sharings(scenario)
        each = {count: kv_heads_words(scenario, int(count)) for count in shared}
        tip = "How many heads of keys and values the heads share"
        self.kv_heads.show_kinds(shared, str(size.kv_heads), why["kv_heads"], tip, each)
        self.window_on.show_on(window is not None, none, "Hide the keys that lie too far from each query")
        off = none or ("" if window is not None else "There is no window.")
        for box, place in ((self.before, 0), (self.after, 1)):
            box.show_side((forms.NEIGHBOURS if window is None else window)[place], off)
        square = "Queries and keys are equal in number: both are the same." if size.T == size.S else ""
        self.alignment.show_kinds(_CORNERS, scenario.mask.alignment, none or square)
        self.positions.show_kinds(forms.POSITION_NAMES, forms.position_kind(scenario), none, _odd(why))
        self.turning.show_positions(scenario, none)
        self.softcap.show_on(scenario.softcap is not None, none, "Keep scores softly within a limit")
        cap = USUAL_CAP if scenario.softcap is None else _plain(scenario.softcap)
        self.limit.show_number(cap, none or ("" if scenario.softcap is not None else "There is no soft cap."))
        self.bias.show_kinds(forms.BIAS_NAMES, forms.bias_kind(scenario), none, "Edited in a pane among the inputs")
        self._show_source(scenario, why)
        if self.isVisible():
            self._settle()  # another kind has other fields

    def _show_source(self, scenario: Scenario, why: dict[str, str]) -> None:
        given = forms.has_source(scenario)
        self.origin.setText(f"a source of {scenario.sizes.S} tokens" if given else "the queries' own tokens")
        self.source.setText("Drop the Source" if given else "Give a Source…")
        reason = "" if given else why["give_source"]
        self.source.setEnabled(not reason)
        self.source.setToolTip(reason or self._commands["drop_source" if given else "give_source"].toolTip())

    def _edit(self, edit: object, *values: object) -> bool:
        """Runs an edit on the session that is shown, and shows again what is in force if it was refused."""
        assert callable(edit)
        done = edit(self.session, *values) is not False
        if done:
            self.show_state(None, self.session.state)
        return done

    def _turn_window(self, on: bool) -> None:
        self._edit(forms.window, forms.NEIGHBOURS if on else None)

    def _set_side(self, place: int, side: int | None) -> None:
        window = self.session.state.scenario.mask.window or (None, None)
        self._edit(forms.window, (side, window[1]) if place == 0 else (window[0], side))

    def _turn_cap(self, on: bool) -> None:
        if on:
            self._edit(forms.softcap, self.limit.text())
        else:
            self._edit(adjust.softcap, None)

    def _change_source(self) -> None:
        given = forms.has_source(self.session.state.scenario)
        if not given:
            self.hide()  # the question comes in a window of its own
        self._commands["drop_source" if given else "give_source"].trigger()

    def _lay_out(self) -> None:
        rows: tuple[tuple[str, tuple[QWidget | str, ...]], ...] = (
            ("Key/value heads", (self.kv_heads,)),
            ("Positions", (self.positions,)),
            ("Sliding window", (self.window_on, self.before, "keys before,", self.after, "after")),
            ("Causal mask from", (self.alignment,)),
            ("Soft cap", (self.softcap, "±", self.limit)),
            ("Score bias", (self.bias,)),
            ("Keys and values from", (self.origin, self.source)),
        )
        number = 0
        for title, parts in rows:
            self._grid.addWidget(QLabel(title, self), number, 0)
            if len(parts) == 1 and isinstance(parts[0], QWidget):
                self._grid.addWidget(parts[0], number, 1)  # all as wide as the widest
            else:
                line = QHBoxLayout()
                self._grid.addLayout(line, number, 1, 1, 2)
                line.setSpacing(6)
                for part in parts:
                    line.addWidget(QLabel(part, self) if isinstance(part, str) else part)
                line.addStretch(1)
            number += 1
            if parts == (self.positions,):
                number = self.turning.add_to(self._grid, number)
        self._grid.setColumnStretch(2, 1)
        self.limit.setFixedWidth(6 * self.fontMetrics().height())


def _sharings(scenario: Scenario) -> dict[str, str]:
    """The numbers of key/value heads that divide the heads, the most first."""
    heads = scenario.sizes.heads
    found = {}
    for count in reversed(forms.kv_choices(scenario)):
        share = heads // count
        words = "one for each head" if share == 1 else "multi-query" if count == 1 else f"{share} heads share each"
        found[str(count)] = f"{count}, {words}"
    return found


def _odd(why: dict[str, str]) -> str:
    return why["positions_half"] or "How attention is told where tokens stand"


def _plain(value: float) -> str:
    return full(value).removesuffix(".0")

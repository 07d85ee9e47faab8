"""The row of controls that a teacher reaches for in class; everything else is in the menus."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from attnviz.app import icons
from attnviz.app.controls import forms
from attnviz.app.controls.commands import Commands
from attnviz.app.controls.forms_panel import FormsPanel
from attnviz.app.controls.marking import mark
from attnviz.app.controls.number_boxes import DecimalsBox, HeadsBox
from attnviz.app.controls.number_format import FormatButton
from attnviz.app.controls.padding_list import PaddingList
from attnviz.app.controls.rest import Rest
from attnviz.app.controls.temperature import TemperatureField, TemperatureSlider
from attnviz.app.palette import CONTROL_PX
from attnviz.app.pipeline.flow import Flow
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.figures.theme import Theme, theme

# Action, objectName and accessible name of each button.
_TICKS = (
    ("causal", "mask.causal", "Causal mask"),
    ("padding", "mask.padding", "Padding mask"),
    ("custom", "mask.custom", "Custom mask"),
    ("scale", "control.scale", "Scale by one over the square root of d_k"),
    ("pencil", "control.pencil", "Pencil precision"),
)
_WIDEST_SCALE, _USUAL_SCALE = "1.2e-04", "0.25"
_LEVELS = 9  # of leaving out
_WIDEST_FORM = "Forms: soft cap"


class Toolbar(QWidget, Watching):
    """Undo, redo, heads, masks, scale, temperature, decimals, pencil, forms, Present. Nothing changes its place."""

    def __init__(self, commands: Commands, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setAccessibleName("Toolbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._commands = commands
        self._look: Theme | None = None
        self._names_forms = True
        self._worded: tuple[object, ...] | None = None  # the level and words that everything has its width for
        self._measured: dict[tuple[object, ...], int] = {}  # how wide the row is with these
        self._shortens = False
        self._undo, self._redo = (self._button(name, f"toolbar.{name}", name.capitalize()) for name in ("undo", "redo"))
        self._ticks = {name: self._button(name, *names) for name, *names in _TICKS}
        self._forms_button = self._button("forms", "control.forms", "Forms of attention")
        self._forms_button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # so that the arrow follows the words
        self._present = self._button("present", "toolbar.present", "Present")
        self._present.setProperty("primary", True)
        self.heads = HeadsBox(session, self)
        self.temperature = TemperatureField(session, self)
        self._slider = TemperatureSlider(session, self)
        self.decimals = DecimalsBox(session, self)
        self._mask_label, self._temperature_label = QLabel("Mask", self), QLabel("Temperature", self)
        self._add_custom_menu()
        self._padding = PaddingList(session, self)
        self._format = FormatButton(commands, session, self)
        self._forms: FormsPanel | None = None
        commands["padding"].triggered.connect(self._open_padding)
        for name in ("forms", "kv_heads", "window_sides", "rotary"):
            commands[name].triggered.connect(partial(self._open_forms, name))
        commands["temperature"].triggered.connect(self._go_to_temperature)
        commands["heads"].triggered.connect(self._go_to_heads)
        boxes = self.heads, self.temperature, self._slider, self.decimals
        self._watchers: list[Watching] = [*boxes, self._padding, self._format]
        self._arrange()
        self.watch(session)
        self.show_state(None, session.state)

    def set_session(self, session: Session) -> None:
        """Has every control follow another session."""
        for watcher in self._watchers:
            watcher.set_session(session)
        super().set_session(session)

    def show_state(self, old: State | None, new: State) -> None:
        """Draws icons and widths for the text size and theme, and words on the buttons that have several."""
        factor = new.scenario.scale
        words = "÷ √d_k" if isinstance(factor, bool) else _in_scale_button(factor)
        longer = len(words) > len(self._commands["scale"].iconText())
        self._commands["scale"].setIconText(words)
        self._name_forms(new)
        look = theme(new.view.theme, new.view.text_size)
        if look is self._look and (longer or old is None or old.scenario.dtype != new.scenario.dtype):
            self._shorten()
        if look is not self._look:
            self._look = look
            self._fit(look)

    def rest(self, rest: Rest) -> None:
        """Lets controls rest that would change nothing of what is seen; ticks rest with their commands."""
        for group in self._of_scenario:
            group.setEnabled(rest is not Rest.ALL)
        self._mask_label.setEnabled(rest is Rest.NOTHING)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Uses the words that there is room for."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._shorten()

    def changeEvent(self, event: QEvent) -> None:
        """Measures anew in other letters and another style."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._forget_widths()
        super().changeEvent(event)

    def _button(self, action: str, name: str, accessible: str) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(self._commands[action])
        button.setObjectName(name)
        button.setAccessibleName(accessible)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _add_custom_menu(self) -> None:
        button = self._ticks["custom"]
        button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        button.addAction(self._commands["clear_custom"])

    def _arrange(self) -> None:
        row = self._row = Flow(self, last_at_edge=True)
        row.addWidget(_together(self._undo, self._redo))
        heads = _together(self.heads)
        row.addWidget(heads)
        row.addWidget(_together(self._mask_label, *(self._ticks[name] for name in ("causal", "padding", "custom"))))
        row.addWidget(self._ticks["scale"])
        self._temperature_label.setBuddy(self.temperature)
        temperature = _together(self._temperature_label, self._slider, self.temperature)
        row.addWidget(temperature)
        self._of_scenario = (heads, temperature)
        row.addWidget(_together(self.decimals, self._ticks["pencil"]))
        row.addWidget(self._format)
        row.addWidget(self._forms_button)
        row.addWidget(self._present)
        ticks = self._ticks
        stops = (
            self._undo, self._redo, self.heads, ticks["causal"], ticks["padding"], ticks["custom"], ticks["scale"],
            self._slider, self.temperature, self.decimals, ticks["pencil"], self._format, self._forms_button,
            self._present,
        )  # fmt: skip
        for before, after in pairwise(stops):
            self.setTabOrder(before, after)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _name_forms(self, state: State) -> None:
        """Marks the button of the forms while one is in force, and says which as far as there is room."""
        scenario, button = state.scenario, self._forms_button
        word = forms.in_a_word(scenario)
        self._commands["forms"].setIconText(f"Forms: {word}" if word and self._names_forms else "Forms")
        told = ", ".join(forms.in_use(scenario))
        button.setAccessibleName(f"Forms of attention: {told}" if told else "Forms of attention")
        mark(button, "inforce", bool(word))

    def _fit(self, look: Theme) -> None:
        """Gives every control the size that its widest content needs."""
        px = CONTROL_PX[look.text_size]
        colour = look.palette.text
        for name, button in (("undo", self._undo), ("redo", self._redo)):
            self._commands[name].setIcon(icons.icon(name, colour))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        tick = icons.tick(look.palette)
        for name, button in self._ticks.items():
            self._commands[name].setIcon(tick)
            self._commands[name].setIconVisibleInMenu(False)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._commands["forms"].setIcon(icons.arrow_down(look.palette))
        self._commands["forms"].setIconVisibleInMenu(False)
        self._forms_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._forms_button.setIconSize(QSize(*2 * (max(8, px * 2 // 3),)))
        for button in (self._undo, self._redo, *self._ticks.values()):
            button.setIconSize(QSize(px + 2, px + 2))
        for box in (self.heads, self.temperature, self.decimals):
            box.setFixedHeight(self._undo.sizeHint().height())
        for box in (self.heads, self.decimals):
            box.lineEdit().setTextMargins(px // 4, 0, 0, 0)
        self.fit_words()

    def fit_words(self) -> None:
        """Measures anew, and uses the words that there is room for."""
        self._forget_widths()
        self._shorten()

    def _shorten(self) -> None:
        """Leaves words out until all fits in one line, or none is left that could go.

        How wide that is with which words is known from the last time: a window is resized by hand in many small steps.
        """
        if self._shortens:  # what is shown to be measured may make the window wider, and that this
            return
        self._shortens = True
        width = -1
        while width != self.width():
            width = self.width()
            words = self._commands["scale"].iconText(), self._format.text(), self._format.isHidden()
            for level in range(_LEVELS):
                if self._width_at(level, words) <= width:
                    break
            self._word(level, words)
        self._shortens = False

    def _width_at(self, level: int, words: tuple[object, ...]) -> int:
        known = self._measured.get((level, *words))
        if known is None:
            self._word(level, words)
            known = self._measured[level, *words] = self._row.sizeHint().width()
        return known

    def _forget_widths(self) -> None:
        self._worded = None
        self._measured.clear()

    def _word(self, level: int, words: tuple[object, ...]) -> None:
        """0: every word; 1: without the form in force; 2: without "Mask"; 3: short words; 4: boxes as wide as what
        is usual in them. Then goes what has keys and menus, what a class needs least first: 5: Custom; 6: the slider,
        whose field says the same; 7: Pencil; 8: Present.
        """
        if self._worded == (level, *words):
            return
        self._worded = level, *words
        px = self.fontInfo().pixelSize()
        short, air = level >= 3, 3 * px if level < 4 else 2 * px + 2
        self._present.setVisible(level < 8)
        self._ticks["pencil"].setVisible(level < 7)
        self._slider.setVisible(level < 6)
        self._ticks["custom"].setVisible(level < 5)
        self._mask_label.setVisible(level < 2)
        self._names_forms = level == 0
        self._forms_button.setFixedWidth(self._width_with("forms", _WIDEST_FORM if level == 0 else "Forms"))
        self._name_forms(self.session.state)
        scales = ("÷ √d_k", f"× {_WIDEST_SCALE if level < 4 else _USUAL_SCALE}", self._commands["scale"].iconText())
        self._ticks["scale"].setFixedWidth(max(self._width_with("scale", words) for words in scales))
        self._temperature_label.setText("Temp." if short else "Temperature")
        self.decimals.setSuffix(" dec." if short else " decimals")
        for box in (self.heads, self.decimals):
            widest = f"{box.prefix()}12{box.suffix()}"
            box.setFixedWidth(box.fontMetrics().horizontalAdvance(widest) + air)
        self.temperature.setFixedWidth(px * (4 if short else 5))
        self._slider.setFixedWidth(px * (5 if short else 7))
        self._row.measure()

    def _width_with(self, name: str, word: str) -> int:
        """How wide the button would like to be with that word on it."""
        action, button = self._commands[name], self._ticks.get(name, self._forms_button)
        now = action.iconText()
        action.setIconText(word)
        width = button.sizeHint().width()
        action.setIconText(now)
        return width

    def _open_padding(self) -> None:
        self._commands.check("padding", bool(self.session.state.scenario.mask.padding))
        self._padding.open_under(self._ticks["padding"])

    def _open_forms(self, name: str, _checked: bool = False) -> None:
        """Opens the panel, which is made when it is first asked for: its many controls cost every window a little."""
        if self._forms is None:
            self._forms = FormsPanel(self.session, self._commands, self)
            self._watchers.append(self._forms)
        panel = self._forms
        first = {"kv_heads": panel.kv_heads, "window_sides": panel.before, "rotary": panel.turning.first}.get(name)
        panel.open_under(self._forms_button, first)

    def _go_to_temperature(self) -> None:
        self.temperature.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.temperature.selectAll()

    def _go_to_heads(self) -> None:
        self.heads.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.heads.selectAll()


def _in_scale_button(factor: float) -> str:
    """A numeric scale in few letters: "× 0.25", "× 1.2e-04"."""
    short = f"{factor:.3g}"
    return f"× {short if len(short) <= len(_WIDEST_SCALE) else format(factor, '.1e')}"


def _together(*widgets: QWidget) -> QWidget:
    """A group that is never broken over two lines."""
    group = QWidget(widgets[0].parentWidget())
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    for widget in widgets:
        row.addWidget(widget)
    return group

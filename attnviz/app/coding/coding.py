"""Shows and hides the code of the scenario, and takes it out of the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from attnviz.app.centre import Centre
from attnviz.app.coding.header import NAMES
from attnviz.app.controls.messages import Message
from attnviz.app.session import State
from attnviz.content.code.program import write_program

if TYPE_CHECKING:
    from attnviz.app.coding.code_panel import CodePanel
    from attnviz.app.window import MainWindow

TAKEN = "The code stands where the {} has its panel. Leave it first."


class Coding(QObject):
    """The panel is made when it is first asked for; it stands below the figures while nothing else does."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        centre = window.findChild(Centre, "centre")
        assert centre is not None
        self._centre = centre
        self._wanted = False
        self._panel: CodePanel | None = None
        centre.turned.connect(self._place)

    @property
    def shown(self) -> bool:
        """True while the code is to be seen."""
        return self._panel is not None and self._centre.below is self._panel

    def toggle(self) -> None:
        """Shows the code, with the keyboard in it, or puts it away."""
        if self.shown:
            self._close()
        else:
            self._open()

    def step(self, by: int) -> None:
        """To the next line that computes something, or the one before; the code is opened for it."""
        if self.shown or self._open():
            self.panel.step(by)

    def copy(self) -> None:
        """Puts the whole program on the clipboard."""
        language, clipboard = self.panel.language, QGuiApplication.clipboard()
        words = f"Copied as a program: {NAMES[language]}."
        write = partial(_text, language)
        self._window.exports.copy("Copying the program", self._window.session.state, write, clipboard.setText, words)

    def save(self) -> bool:
        """Asks where to, and writes the whole program; True once it is written or on its way."""
        path, language = self._window.document.path, self.panel.language
        name = f"{path.stem if path is not None else 'attention'}-{language}"
        return self._window.exports.export_filled(
            name, ".py", lambda state, file, _share: file.write(_text(language, state).encode())
        )

    @property
    def panel(self) -> CodePanel:
        """The panel, made now if there is none yet."""
        if self._panel is None:
            from attnviz.app.coding.code_panel import CodePanel

            self._panel = CodePanel(self._window.session, self._centre.beneath)
            self._panel.hide()
            self._panel.asked.connect(self._do)
            self._window.add_view(self._panel)
        return self._panel

    def _do(self, what: str) -> None:
        {"copy": self.copy, "save": self.save, "close": self.toggle}[what]()

    def _open(self) -> bool:
        rooms = self._window.rooms
        if rooms.in_lesson or rooms.in_practice:
            self._window.say(Message(TAKEN.format("lesson" if rooms.in_lesson else "exercise"), "hint"))
            self._tick()
            return False
        self._wanted = True
        self._window.menus.view.paint_later()
        self._centre.show_columns()
        self._place()
        self.panel.setFocus()
        return True

    def _close(self) -> None:
        self._wanted = False
        self._window.menus.view.paint_later()
        self.panel.leave()
        self._place()

    def _place(self) -> None:
        """Puts the panel below the figures if it is wanted, and takes it away where something else is in front."""
        if self._wanted or self._panel is not None:
            room = self._centre.below in (None, self._panel)
            in_front = self._centre.front is not None and self._centre.front.objectName() == "columns"
            if room:
                self._centre.show_below(self.panel if self._wanted and in_front else None)
        self._tick()

    def _tick(self) -> None:
        self._window.menus.commands.check("code", self.shown)


def _text(language: str, state: State) -> str:
    """The whole program. Raises what keeps the scenario from being computed."""
    return write_program(state.trace, language).text

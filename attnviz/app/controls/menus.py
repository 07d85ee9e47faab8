"""The menu bar: File, Edit, View, Attention, Lab, Lesson, Present, Window, Help."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QUndoGroup
from PySide6.QtWidgets import QMenu

from attnviz.app.coding.code_menu import CodeMenu
from attnviz.app.controls.attention_menu import AttentionMenu
from attnviz.app.controls.commands import Commands
from attnviz.app.controls.map_menu import MapMenu
from attnviz.app.controls.view_menu import ViewMenu
from attnviz.app.document import Document
from attnviz.app.labs.lab_menu import LabMenu
from attnviz.app.lessons.lesson_menu import LessonMenu
from attnviz.app.presenting.present_menu import PresentMenu
from attnviz.app.sources.model_menu import ModelMenu

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow


class Menus:
    """All menus of a window and the actions in them."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.commands = Commands(window)
        self._add_file()
        self._add_edit(window.undo_group)
        self._add_window_and_help()
        bar = window.menuBar()
        self.file = FileMenu(self.commands, window.document, window)
        self.edit = QMenu("&Edit", window)
        self.view = ViewMenu(self.commands, window.session, window)
        self.code = CodeMenu(self.commands, window)
        self.view.insertMenu(self.commands["shared_scale"], self.code)
        self.map = MapMenu(self.commands, window.session, window.questions, window)
        self.view.insertMenu(self.commands["shared_scale"], self.map)
        self.file.insertAction(self.commands["print"], self.commands["code_save"])
        self.attention = AttentionMenu(self.commands, window.session, window.questions, window)
        self.model = ModelMenu(self.commands, window)
        self.lab = LabMenu(self.commands, window)
        self.lesson = LessonMenu(self.commands, window)
        self.present = PresentMenu(self.commands, window.presenting, window)
        self.window = QMenu("&Window", window)
        self.help = QMenu("&Help", window)
        copies = "copy_figure copy_numbers copy_latex copy_markdown"
        self.commands.fill(self.edit, f"undo redo | {copies} | paste_as | find_row | memory")
        areas = "next_area previous_area | show_inputs show_inspector | reset_layout show_hints"
        self.commands.fill(self.window, areas)
        self.commands.fill(self.help, "welcome shortcuts | about")
        rooms = {"model": self.model, "lab": self.lab, "lesson": self.lesson, "present": self.present}
        for name, menu in {"edit": self.edit, **rooms, "window": self.window, "help": self.help}.items():
            menu.setObjectName(f"menu.{name}")
            menu.setToolTipsVisible(True)
        for menu in (self.file, self.edit, self.view, self.attention, *rooms.values(), self.window, self.help):
            if menu.actions():
                bar.addMenu(menu)

    def _add_file(self) -> None:
        add, document, exports = self.commands.add, self._window.document, self._window.exports
        add("new", "&New…", document.start_new, "Ctrl+N", sentence="Begin with your own tokens and sizes")
        add("open", "&Open…", self._window.imports.choose_to_open, "Ctrl+O")
        add("import", "&Import…", self._window.imports.choose_file, "Ctrl+Shift+I", sentence="Numbers from a file")
        add("gallery", "E&xamples…", document.choose_preset, "Ctrl+G", sentence="Choose a worked example")
        add("save", "&Save", document.save, "Ctrl+S")
        add("save_as", "Save &As…", document.save_as, "Ctrl+Shift+S")
        add("revert", "Re&vert", document.revert, sentence="Go back to what is saved; undo leads forward again")
        add("export", "&Export Figure…", exports.export_figure, "Ctrl+E")
        add("export_numbers", "Export Num&bers…", exports.export_numbers, "Ctrl+Shift+E")
        add(
            "export_document", "Export &Document…", exports.export_document, "Ctrl+Alt+E",
            sentence="A worked example as LaTeX or Markdown, or a web page",
        )  # fmt: skip
        add("print", "&Print…", exports.print_figure, "Ctrl+P")
        add("quit", "&Quit", self._window.close, "Ctrl+Q")

    def _add_edit(self, undo_group: QUndoGroup) -> None:
        # Made here rather than by the group: actions that Qt makes are known to Python only as long as it remembers.
        undo = self.commands.add("undo", "&Undo", undo_group.undo, "Ctrl+Z")
        redo = self.commands.add("redo", "&Redo", undo_group.redo, "Ctrl+Shift+Z", "Ctrl+Y")
        group = undo_group
        for action, word, possible, label, allowed, text in (
            (undo, "&Undo", group.canUndo(), group.undoText(), group.canUndoChanged, group.undoTextChanged),
            (redo, "&Redo", group.canRedo(), group.redoText(), group.canRedoChanged, group.redoTextChanged),
        ):
            action.setEnabled(possible)
            _name_step(action, word, label)
            allowed.connect(action.setEnabled)
            text.connect(partial(_name_step, action, word))
            action.changed.connect(partial(_explain_step, action))
            _explain_step(action)
        exports = self._window.exports
        self.commands.add(
            "copy_figure", "Copy &Figure", exports.copy_figure, "Ctrl+Shift+C",
            sentence="Copy the figure as a picture, pixels and vectors",
        )  # fmt: skip
        self.commands.add(
            "copy_numbers", "Copy &Numbers", exports.copy_numbers, "Ctrl+Alt+C",
            sentence="Copy the figure's numbers for a spreadsheet",
        )  # fmt: skip
        sentence = "Copy the shown stage, or the one with the selected number, for a document"
        self.commands.add("copy_latex", "Copy as &LaTeX", partial(exports.copy_as, "latex"), sentence=sentence)
        self.commands.add("copy_markdown", "Copy as &Markdown", partial(exports.copy_as, "markdown"), sentence=sentence)
        self.commands.add(
            "paste_as", "Paste &As…", self._window.imports.paste, "Ctrl+Shift+V", "Ctrl+V",
            sentence="Say what the numbers on the clipboard are to be",
        )  # fmt: skip
        self.commands.add(
            "find_row", "Find Ro&w…", None, "Ctrl+F",
            sentence="Find a row of an input by its number or its token",
        )  # fmt: skip

        self.commands.add(
            "memory", "Memor&y for Large Results…", self._choose_memory,
            sentence="How much is kept of steps of thousands of tokens",
        )  # fmt: skip

    def _choose_memory(self) -> None:
        """Asks how much memory large results may take, and remembers it."""
        window = self._window
        memory = window.questions.memory(window.settings.memory)
        if memory is not None:
            window.settings.memory = memory.megabytes
            window.session.limit_memory(memory.megabytes)

    def _add_window_and_help(self) -> None:
        add, window = self.commands.add, self._window
        add("full_screen", "F&ull Screen", window.toggle_full_screen, "F11", checkable=True)
        add("next_area", "&Next Area", partial(window.go_to_area, 1), "F6", sentence="Inputs, pipeline, inspector")
        add("previous_area", "&Previous Area", partial(window.go_to_area, -1), "Shift+F6")
        for name, text, key in (("inputs", "Show &Inputs", "F7"), ("inspector", "Show In&spector", "F8")):
            show = add(f"show_{name}", text, partial(window.toggle_area, name), key, checkable=True)
            show.setChecked(True)
        add("reset_layout", "&Reset Layout", window.reset_layout)
        add("show_hints", "Show &Hints Again", window.show_hints)
        questions = window.questions
        add("welcome", "&Welcome", window.show_welcome, sentence="The first screen")
        add("shortcuts", "&Keyboard Shortcuts", lambda: questions.shortcuts(self.commands), "F1")
        add("about", "&About attnviz", questions.about)


class FileMenu(QMenu):
    """The File menu with its list of recent files."""

    def __init__(self, commands: Commands, document: Document, window: MainWindow) -> None:
        super().__init__("&File", window)
        self.setObjectName("menu.file")
        self.setToolTipsVisible(True)
        self._commands = commands
        self._document = document
        self.recent = QMenu("Open &Recent", self)
        self.recent.setObjectName("menu.recent")
        commands.fill(self, "new open")
        self.addMenu(self.recent)
        commands.fill(self, "gallery import | save save_as revert | export export_numbers export_document print | quit")
        document.changed.connect(self.show_document)
        self.show_document()

    def show_document(self) -> None:
        """Lists the recent files and offers Revert where there is something to go back to."""
        reason = "Nothing has changed since it was saved." if not self._document.can_revert else ""
        self._commands.explain("revert", reason)
        self.recent.clear()
        files = self._document.settings.recent
        for number, path in enumerate(files, start=1):
            # A single & would mark an access key; the number is one.
            name = path.name.replace("&", "&&")
            action = self.recent.addAction(f"&{number % 10}  {name}", partial(self._open, path))
            action.setObjectName(f"action.recent.{number}")
            action.setToolTip(str(path))
        if files:
            self.recent.addSeparator()
            clear = self.recent.addAction("&Clear List", self._clear)
            clear.setObjectName("action.recent.clear")
        self.recent.setToolTipsVisible(True)
        self.recent.setEnabled(bool(files))

    def _open(self, path: Path) -> None:
        self._document.open(path)

    def _clear(self) -> None:
        self._document.settings.forget_files()
        self.show_document()


def _name_step(action: QAction, word: str, label: str) -> None:
    """ "Undo Edit W_Q[1,2]"."""
    action.setText(f"{word} {label.replace('&', '&&')}".rstrip())


def _explain_step(action: QAction) -> None:
    """Keeps the hover text of Undo and Redo to what they would do, with the key."""
    text = action.text().replace("&", "")
    tip = f"{text} ({action.shortcut().toString()})" if action.isEnabled() else f"Nothing to {text.lower()}"
    if action.toolTip() != tip:
        action.setToolTip(tip)

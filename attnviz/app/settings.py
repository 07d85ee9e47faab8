"""What the program remembers between two starts: looks, window places, recent files, hints that were put away."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Literal, cast

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from attnviz.figures.view import View

MOST_RECENT = 10
_THEMES = ("light", "dark")
_TEXT_SIZES = ("normal", "large", "projector")
_SCALES = ("auto", "linear", "powers")
_DEPTHS = ("words", "numbers", "formula")


class Settings:
    """An INI file behind names and types. A value that cannot be read counts as never written.

    The file is the one that ATTNVIZ_SETTINGS names, else the user's standard place.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or _place()
        self._store = QSettings(str(self.path), QSettings.Format.IniFormat)

    @property
    def view(self) -> View:
        """The looks of last time: theme, text size, decimals, colour scales, depth of explanations."""
        theme, size, depth = self._text("theme"), self._text("text_size"), self._text("depth")
        scale = self._text("colour_scale")
        decimals = self._json("decimals")
        return View(
            theme=cast("Literal['light', 'dark']", theme) if theme in _THEMES else "light",
            text_size=cast("Literal['normal', 'large', 'projector']", size) if size in _TEXT_SIZES else "normal",
            decimals=decimals if isinstance(decimals, int) and 0 <= decimals <= 12 else 3,
            shared_scale=self._json("shared_scale") is not False,
            colour_scale=cast("Literal['auto', 'linear', 'powers']", scale) if scale in _SCALES else "auto",
            depth=cast("Literal['words', 'numbers', 'formula']", depth) if depth in _DEPTHS else "numbers",
        )

    @view.setter
    def view(self, view: View) -> None:
        self._store.setValue("theme", view.theme)
        self._store.setValue("text_size", view.text_size)
        self._store.setValue("decimals", json.dumps(view.decimals))
        self._store.setValue("shared_scale", json.dumps(view.shared_scale))
        self._store.setValue("colour_scale", view.colour_scale)
        self._store.setValue("depth", view.depth)

    @property
    def recent(self) -> tuple[Path, ...]:
        """Files opened or saved, the latest first."""
        return tuple(Path(text) for text in self._texts("recent"))[:MOST_RECENT]

    def remember_file(self, path: Path) -> None:
        """Puts a file at the head of the recent ones and takes its folder as the one to begin with."""
        path = path.absolute()
        self._put("recent", [str(path), *(str(other) for other in self.recent if other != path)][:MOST_RECENT])
        self.folder = path.parent

    def forget_file(self, path: Path) -> None:
        """Takes a file off the recent ones."""
        self._put("recent", [str(other) for other in self.recent if other != path.absolute()])

    def forget_files(self) -> None:
        """Empties the list of recent files."""
        self._put("recent", [])

    @property
    def folder(self) -> Path:
        """Where the file dialogs begin: the folder used last if it is still there, else the user's own."""
        text = self._text("folder")
        return Path(text) if text and Path(text).is_dir() else Path.home()

    @folder.setter
    def folder(self, folder: Path) -> None:
        self._store.setValue("folder", str(folder))

    @property
    def export(self) -> dict[str, Any]:
        """The options of the last export, by name; empty at first."""
        options = self._json("export")
        return options if isinstance(options, dict) else {}

    @export.setter
    def export(self, options: dict[str, Any]) -> None:
        self._put("export", options)

    @property
    def dismissed(self) -> frozenset[str]:
        """The names of the hints that were put away for good."""
        return frozenset(self._texts("dismissed"))

    def dismiss(self, *names: str) -> None:
        """Puts hints away for good."""
        self._put("dismissed", sorted({*self.dismissed, *names}))

    def bring_back(self, name: str) -> None:
        """Shows one hint again."""
        self._put("dismissed", sorted(self.dismissed - {name}))

    def welcome_again(self) -> None:
        """Brings every hint back."""
        self._put("dismissed", [])

    @property
    def presenting_screen(self) -> str:
        """The name of the screen that was chosen for presenting; "" for the one that the window is not on."""
        return self._text("presenting_screen")

    @presenting_screen.setter
    def presenting_screen(self, name: str) -> None:
        self._store.setValue("presenting_screen", name)

    @property
    def reduce_motion(self) -> bool:
        """True if nothing is to move while presenting, whatever the desktop says."""
        return self._json("reduce_motion") is True

    @reduce_motion.setter
    def reduce_motion(self, on: bool) -> None:
        self._store.setValue("reduce_motion", json.dumps(on))

    @property
    def memory(self) -> int | None:
        """The megabytes that large results may take; None where that is chosen automatically."""
        megabytes = self._json("memory")
        whole = isinstance(megabytes, int) and not isinstance(megabytes, bool)
        return megabytes if whole and megabytes > 0 else None

    @memory.setter
    def memory(self, megabytes: int | None) -> None:
        self._store.setValue("memory", json.dumps(megabytes))

    def layout(self, name: str) -> QByteArray | None:
        """A window geometry or a splitter's state by its name, as Qt's restore functions take it."""
        value = self._store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else None

    def remember_layout(self, name: str, state: QByteArray) -> None:
        """Keeps what `layout` gives back."""
        self._store.setValue(f"layout/{name}", state)

    def write(self) -> None:
        """Brings the file up to date now rather than when the program ends."""
        self._store.sync()

    def _text(self, name: str) -> str:
        value = self._store.value(name, "")
        return value if isinstance(value, str) else ""

    def _texts(self, name: str) -> list[str]:
        found = self._json(name)
        return [text for text in found if isinstance(text, str)] if isinstance(found, list) else []

    def _json(self, name: str) -> Any:
        try:
            return json.loads(self._text(name) or "null")
        except ValueError:
            return None

    def _put(self, name: str, value: Any) -> None:
        # As JSON, because an INI list of one text comes back as a text and an empty one as nothing.
        self._store.setValue(name, json.dumps(value))


def log_folder() -> Path:
    """Where faults are logged: beside the settings that ATTNVIZ_SETTINGS names, else the user's standard place."""
    named = os.environ.get("ATTNVIZ_SETTINGS")
    if named:
        return Path(named).parent
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)) / "attnviz"


def _place() -> Path:
    named = os.environ.get("ATTNVIZ_SETTINGS")
    if named:
        return Path(named)
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return Path(folder) / "attnviz" / "attnviz.ini"

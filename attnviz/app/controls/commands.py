"""Every action of the window by its name, made once and shared by menus, toolbar and the list of shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


class Commands:
    """The actions of one window. `action.<name>` is an action's objectName; its shortcuts work in the whole window."""

    def __init__(self, owner: QWidget) -> None:
        self._owner = owner
        self._actions: dict[str, QAction] = {}
        self._sentences: dict[str, str] = {}

    def add(
        self,
        name: str,
        text: str,
        run: Callable[[], object] | None,
        *keys: str,
        checkable: bool = False,
        says: Callable[[], bool] | None = None,
        sentence: str = "",
    ) -> QAction:
        """A new action. `keys` are its shortcuts, the one to show first; `sentence` says more on hover. A key that
        works in one place only stands behind a tab in the text.

        says: whether it is to be ticked, by the state. Such a tick runs the command however it is changed, by hand or
        by a script, and then shows what the state has become.
        """
        action = self.adopt(
            name, QAction(text, self._owner), None if says else run, *keys, checkable=checkable, sentence=sentence
        )
        if says is not None:
            action.toggled.connect(lambda on: self._follow_tick(action, on, says, run))
        return action

    def adopt(
        self,
        name: str,
        action: QAction,
        run: Callable[[], object] | None = None,
        *keys: str,
        checkable: bool = False,
        sentence: str = "",
    ) -> QAction:
        """As `add`, for an action that exists already."""
        action.setObjectName(f"action.{name}")
        action.setCheckable(checkable)
        action.setShortcuts([QKeySequence(key) for key in keys])
        if run is not None:
            # triggered passes `checked`, which no command wants: each reads the state instead.
            action.triggered.connect(lambda _checked=False: run())
        self._actions[name] = action
        self._sentences[name] = sentence
        self._owner.addAction(action)
        self.explain(name)
        return action

    def explain(self, name: str, why_not: str = "") -> None:
        """Enables the action, or disables it with the reason on hover."""
        action = self._actions[name]
        tip = why_not or self._sentences[name] or plain(action.text())
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        tip = f"{tip} ({key})" if key and not why_not else tip
        if action.toolTip() != tip:
            action.setToolTip(tip)
        if action.isEnabled() == bool(why_not):
            action.setEnabled(not why_not)

    def check(self, name: str, on: bool) -> None:
        """Puts the tick of a checkable action to what the state says."""
        if self._actions[name].isChecked() != on:
            self._actions[name].setChecked(on)

    def _follow_tick(
        self, action: QAction, on: bool, says: Callable[[], bool], run: Callable[[], object] | None
    ) -> None:
        if on == says():
            return  # the state itself set the tick
        if run is not None:
            run()
        if action.isChecked() != says():
            action.setChecked(says())

    def alternatives(self, *names: str) -> None:
        """Makes of checkable actions a group of which exactly one is ticked."""
        group = QActionGroup(self._owner)
        for name in names:
            group.addAction(self._actions[name])

    def fill(self, menu: QMenu, names: str) -> None:
        """Adds the actions named in `names` to a menu, in that order; "|" is a separator."""
        for name in names.split():
            if name == "|":
                menu.addSeparator()
            else:
                menu.addAction(self._actions[name])

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._actions)


def plain(text: str) -> str:
    """The text of an action without the mark of its access key, "…" and a key that works in one place only."""
    return text.partition("\t")[0].replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")

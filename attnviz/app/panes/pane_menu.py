"""The menu of a pane: blocks, rows and columns by the names of their dimensions, and filling."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu

from attnviz.app.panes.numbers_view import NumbersView


def fill_menu(menu: QMenu, view: NumbersView) -> None:
    """Fills the menu for the current cell of a table, which must have one."""
    for fill in menu.findChildren(QMenu):
        fill.setParent(None)  # else the menus of earlier times stay for good, under the same name
        fill.deleteLater()
    menu.clear()
    menu.setToolTipsVisible(True)
    name = view.numbers.name

    def add(to: QMenu, key: str, text: str, run: Callable[[], object], tip: str = "") -> None:
        action = to.addAction(text.replace("&", "&&"))
        if tip:
            action.setToolTip(tip)
            action.setStatusTip(tip)
        action.setObjectName(f"action.pane.{name}.{key}")
        action.triggered.connect(lambda _checked=False: run())

    add(menu, "copy", "Copy", view.copy)
    add(menu, "cut", "Cut", view.cut)
    add(menu, "paste", "Paste", view.paste)
    add(menu, "clear", "Set to 0", view.clear_block)
    menu.addSeparator()
    add(menu, "find", "Find Row…", view.find_asked.emit)
    if view.rows_header.are_tokens:
        row = view.currentIndex().row()
        add(menu, "rename", f"Rename {view.commands.kind(0).title()} {view.commands.which(0, row)}…", view.rename_row)
    for axis, word in ((0, "row"), (1, "column")):
        if view.commands.can_resize(axis):
            _add_resizing(add, menu, view, axis, word)
    menu.addSeparator()
    fill = menu.addMenu("Fill")
    fill.setObjectName(f"menu.pane.{name}.fill")
    add(fill, "fill_zeros", "With Zeros", view.commands.fill_with_zeros)
    add(fill, "fill_identity", "With the Identity", view.commands.fill_with_identity)
    add(fill, "fill_random", "With Random Numbers…", view.commands.fill_with_random)


def _add_resizing(add: Callable[..., None], menu: QMenu, view: NumbersView, axis: int, word: str) -> None:
    commands, index = view.commands, view.currentIndex()
    place = index.column() if axis else index.row()
    kind = commands.kind(axis).split(" of ")[0].title()
    named = commands.which(axis, place) if kind != word.title() else str(place + 1)
    before, after = ("Left", "Right") if axis else ("Above", "Below")
    grows, shrinks = (commands.entails(axis, verb) for verb in ("grows", "shrinks"))

    def grow(behind: bool) -> None:
        if commands.add(axis, place, after=behind) and behind and view.span is None:
            view.go(1 - axis, axis)

    add(menu, f"add_{word}_before", f"Insert {kind} {before}", lambda: grow(False), grows)
    add(menu, f"add_{word}_after", f"Insert {kind} {after}", lambda: grow(True), grows)
    add(menu, f"remove_{word}", f"Remove {kind} {named}", lambda: commands.remove(axis, place), shrinks)

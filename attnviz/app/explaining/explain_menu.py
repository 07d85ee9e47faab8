"""The Explain menu: how a number explains itself, what moves it, what an edit changed, pinning and comparing."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from attnviz.app.controls.commands import Commands
from attnviz.app.explaining.copying import KINDS, CopiesExplanations
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching

DEPTHS = {"words": "&Words", "numbers": "&Numbers", "formula": "&Formula"}
_NO_CELL = "Select a number first: click it, or walk to it with the arrow keys."
_NOT_PINNED = "Nothing is pinned. Choose Pin This to Compare first."


class ExplainMenu(QMenu, Watching):
    """Nothing here changes a number. `back_asked` tells that somebody wants to go back along the trail.

    `copied` says what is on the clipboard, and `comparing` that other figures are about to be asked for.
    """

    back_asked = Signal()
    copied = Signal(str)
    comparing = Signal()

    def __init__(self, commands: Commands, session: Session, parent: QWidget) -> None:
        super().__init__("&Explain", parent)
        self.setObjectName("menu.explain")
        self.setToolTipsVisible(True)
        self._commands = commands
        self._copies = CopiesExplanations(parent, self.copied.emit)
        self._add_depths()
        self._add_questions()
        self._add_comparison()
        commands.fill(self, "explain_words explain_numbers explain_formula | explain_back | moves changes |")
        commands.fill(self, "pin unpin compare_side compare_difference |")
        copies = self.addMenu("&Copy Explanation")
        copies.setToolTipsVisible(True)
        commands.fill(copies, " ".join(f"copy_explanation_{kind}" for kind in KINDS))
        self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Ticks what is on, and says why what cannot be had cannot."""
        if old is not None and _looks(old) == _looks(new):
            return
        view, commands = new.view, self._commands
        ticks = {
            **{f"explain_{depth}": view.depth == depth for depth in DEPTHS},
            "moves": view.moves,
            "changes": view.changes,
            "compare_side": view.compare == "side",
            "compare_difference": view.compare == "difference",
        }
        for name, on in ticks.items():
            commands.check(name, on)
        no_cell = "" if new.selection.cell is not None else _NO_CELL
        for name in ("explain_back", *(f"copy_explanation_{kind}" for kind in KINDS)):
            commands.explain(name, no_cell)
        commands.explain("moves", "" if view.moves else no_cell)
        for name in ("unpin", "compare_side", "compare_difference"):
            commands.explain(name, "" if new.pinned is not None else _NOT_PINNED)

    def _add_depths(self) -> None:
        add = self._commands.add
        sentences = {
            "words": "Say in words how the selected number came about",
            "numbers": "Show the arithmetic of the selected number",
            "formula": "Show the formula, and the arithmetic under it",
        }
        for depth, text in DEPTHS.items():
            add(f"explain_{depth}", text, partial(self._look, depth=depth), checkable=True, sentence=sentences[depth])
        self._commands.alternatives(*(f"explain_{depth}" for depth in DEPTHS))
        add("explain_back", "&Back", self.back_asked.emit, "Alt+Left", sentence="Back along the trail of operands")
        for kind, text in KINDS.items():
            add(f"copy_explanation_{kind}", text, partial(self._copy, kind))

    def _add_questions(self) -> None:
        add = self._commands.add
        add(
            "moves", "What &Moves This Number?", partial(self._toggle, "moves"), "F9", checkable=True,
            says=lambda: self.session.state.view.moves,
            sentence="Show in every input how much the selected number moves with it",
        )  # fmt: skip
        add(
            "changes", "What &Did That Edit Change?", partial(self._toggle, "changes"), "Shift+F9", checkable=True,
            says=lambda: self.session.state.view.changes,
            sentence="Mark the numbers that the last edit moved",
        )  # fmt: skip

    def _add_comparison(self) -> None:
        add = self._commands.add
        add("pin", "&Pin This to Compare", self._pin, "Ctrl+K", sentence="Keep the numbers of now, to be compared with")
        add("unpin", "&Unpin", self._unpin)
        for compare, text, key, sentence in (
            (
                "side",
                "Pinned &Side by Side",
                "Ctrl+Shift+K",
                "The pinned figure on the left, this one on the right",
            ),
            ("difference", "D&ifference from Pinned", "", "What has been added since: now − pinned"),
        ):
            keys = (key,) if key else ()
            add(
                f"compare_{compare}", text, partial(self._compare, compare), *keys, checkable=True,
                says=partial(self._compares, compare), sentence=sentence,
            )  # fmt: skip

    def _compares(self, compare: str) -> bool:
        return self.session.state.view.compare == compare

    def _look(self, **changes: Any) -> None:
        self.session.look(**changes)
        self.show_state(None, self.session.state)

    def _toggle(self, name: str) -> None:
        self._look(**{name: not getattr(self.session.state.view, name)})

    def _compare(self, compare: str) -> None:
        self.comparing.emit()
        self._look(compare="off" if self._compares(compare) else compare)

    def _pin(self) -> None:
        self.session.pin()

    def _unpin(self) -> None:
        self.session.unpin()

    def _copy(self, kind: Any) -> None:
        self._copies.copy(self.session.state, kind)


def _looks(state: State) -> tuple[object, ...]:
    """All that ticks and reasons depend on."""
    view = state.view
    return view.depth, view.moves, view.changes, view.compare, state.selection.cell is None, state.pinned is None

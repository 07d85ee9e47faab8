"""The one door for edits and the one signal for changes: the scenario, its trace, and what is selected."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakMethod

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from attnviz.app.undo_step import ReplaceScenario
from attnviz.content.sources.source import Place, Source
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.view import Selection, Veil, View


@dataclass(frozen=True)
class State:
    """All that the window shows. A view compares `old` and `new` by identity and redraws what is another object.

    problem: why later stages of `trace` do not exist, such as a HiddenRow. refused: why the last edit was not made.
    before: the trace that the last edit, undo or redo began with. pinned: a trace put aside to be compared with.
    """

    scenario: Scenario
    trace: Trace
    problem: AttentionError | None = None
    refused: AttentionError | None = None
    before: Trace | None = None
    pinned: Trace | None = None
    source: Source | None = None
    selection: Selection = field(default_factory=Selection)
    view: View = field(default_factory=View)

    @property
    def opened(self) -> Place | None:
        """Which layer and head of the source the scenario is, None if it is none of them.

        Another sentence that begins alike has the same title, so the tokens must be the source's too.
        """
        if self.source is None or self.scenario.tokens != self.source.tokens:
            return None
        return self.source.place_of(self.scenario.title)


class Session(QObject):
    """A scenario being worked on. `changed(old, new)` fires once for each new State, whatever made it."""

    changed = Signal(object, object)

    def __init__(self, scenario: Scenario, parent: QObject | None = None, *, view: View | None = None) -> None:
        super().__init__(parent)
        self.undo_stack = _kept_until_gone(QUndoStack(self))
        self._gesture: Hashable = None
        self._began: Trace | None = None  # where the gesture began that an edit goes on with
        self.state = _opened(scenario, view or View())

    def edit(self, label: str, change: Callable[[Scenario], Scenario], *, gesture: Hashable = None) -> bool:
        """Replaces the scenario by `change(scenario)`, as one undo step; True unless the edit was refused.

        The same object back, or an equal one, means that nothing happens. An AttentionError from `change` leaves the
        document as it was and becomes `state.refused`. Edits with the same `gesture` (typing in one cell, dragging
        one slider) merge into one step.
        """
        before = self.state.scenario
        try:
            after = change(before)
        except AttentionError as error:
            self._become(replace(self.state, refused=error))
            return False
        if after is before or after == before:
            if self.state.refused is not None:
                self._become(replace(self.state, refused=None))
            return True
        same_gesture = gesture is not None and gesture == self._gesture
        self._began = self.state.before if same_gesture else None
        self.undo_stack.push(
            ReplaceScenario(WeakMethod(self._show), label, before, after, gesture, now=WeakMethod(self._present))
        )
        self._gesture, self._began = gesture, None
        return True

    def open(self, scenario: Scenario, arrange: Callable[[State], State] = lambda opened: opened) -> None:
        """Shows another document: no undo step leads back to the one before.

        arrange: puts view and selection in place before anything is shown.
        """
        old = self.state
        self.undo_stack.clear()
        opened = arrange(replace(_opened(scenario, old.view), source=old.source))
        self._become(replace(opened, selection=_within(opened.selection, opened.trace)))

    def pin(self) -> None:
        """Puts the present trace aside to be compared with later ones."""
        self._become(replace(self.state, pinned=self.state.trace))

    def unpin(self) -> None:
        """Lets the pinned trace go, and the comparison with it."""
        view = replace(self.state.view, compare="off")
        self._become(replace(self.state, pinned=None, view=view))

    def put_beside(self, source: Source | None) -> None:
        """Puts a model or a saved tensor beside the document, in place of the one before; the document stays."""
        self._become(replace(self.state, source=source))

    def open_head(self, place: Place) -> bool:
        """Makes a head of the source the scenario, as one undo step; True unless it was refused."""
        source = self.state.source
        if source is None:
            return False
        head = "" if place.head is None else f", head {place.head + 1}"
        return self.edit(f"Open layer {place.layer + 1}{head}", lambda _: source.scenario(place))

    def select(self, **changes: Any) -> None:
        """Replaces fields of the selection: head, query, cell, lit."""
        self._become(replace(self.state, selection=_within(replace(self.state.selection, **changes), self.state.trace)))

    def look(self, **changes: Any) -> None:
        """Replaces fields of the view: decimals, tab, layout and so on."""
        self._become(replace(self.state, view=replace(self.state.view, **changes)))

    def _show(self, scenario: Scenario) -> None:
        """Traces the scenario and tells every view; only undo steps call it."""
        traced = trace(scenario, self.state.trace)
        problem = traced.compute()
        view, selection = _as_rounded(self.state.view, scenario), _within(self.state.selection, traced)
        began = self._began or self.state.trace
        shown = replace(self.state, scenario=scenario, trace=traced, problem=problem, selection=selection, view=view)
        self._become(replace(shown, refused=None, before=began))

    def _present(self) -> Scenario:
        return self.state.scenario

    def _become(self, new: State) -> None:
        old = self.state
        if new == old:
            return
        self.state = new
        self.changed.emit(old, new)


# PySide 6.11 counts the steps of an undo stack as parts of it. Where Python's collector meets both in one cycle of
# garbage it may delete a step before the stack, which then deletes it once more. A stack that is named here is no
# garbage: Qt deletes it with its session, and its steps with it.
_stacks: dict[int, QUndoStack] = {}


def _kept_until_gone(stack: QUndoStack) -> QUndoStack:
    key = id(stack)
    _stacks[key] = stack
    stack.destroyed.connect(lambda: _stacks.pop(key, None))
    return stack


def _opened(scenario: Scenario, view: View) -> State:
    traced = trace(scenario)
    problem = traced.compute()
    query = min(1, traced.sizes.T - 1)
    fresh = replace(
        _as_rounded(view, scenario),
        tab="head",
        layout="auto",
        focus="weights",
        paint_mask=False,
        veil=Veil(),
        compare="off",
    )
    return State(scenario, traced, problem, selection=Selection(0, query, None), view=fresh)


def _as_rounded(view: View, scenario: Scenario) -> View:
    """The view with as many decimals as the pencil keeps, so that no figure shows less than was computed with."""
    if scenario.pencil is None or scenario.pencil == view.decimals:
        return view
    return replace(view, decimals=scenario.pencil)


def _within(selection: Selection, traced: Trace) -> Selection:
    """The selection, moved inside the sizes of the trace; a cell that no longer exists is let go."""
    size = traced.sizes
    head = min(max(selection.head, 0), size.heads - 1)
    query = min(max(selection.query, 0), size.T - 1)
    cell = selection.cell
    if cell is not None:
        try:
            values = traced.peek(cell.name, cell.head)
        except AttentionError:
            values = None
        if values is None or not (0 <= cell.row < values.shape[-2] and 0 <= cell.column < values.shape[-1]):
            cell = None
    return Selection(head, query, cell, selection.lit)

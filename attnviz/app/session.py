"""The one door for edits and the one signal for changes: the scenario, its trace, and what is selected."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, fields, replace
from typing import Any
from weakref import WeakMethod

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from attnviz.app.ahead import Ahead
from attnviz.app.fitted_view import as_rounded, within
from attnviz.app.undo_step import ReplaceScenario, kept_until_gone
from attnviz.content.sources.source import Place, Source
from attnviz.engine.budget import usual_budget
from attnviz.engine.errors import AttentionError
from attnviz.engine.keeping import Want
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace
from attnviz.figures.view import Selection, Veil, View, usual_query


@dataclass(frozen=True)
class Pending:
    """Something large is not there yet. stale: the trace that is shown is of the scenario before the last edit.

    stopped: nobody computes it until it is asked for again.
    """

    stale: bool = False
    stopped: bool = False


@dataclass(frozen=True, eq=False)
class State:
    """All that the window shows. A view compares `old` and `new` by identity and redraws what is another object.

    problem: why later stages of `trace` do not exist, such as a HiddenRow. refused: why the last edit was not made.
    before: the trace that the last edit, undo or redo began with. pinned: a trace put aside to be compared with.
    pending: while something large is computed beside the window; the trace is deferred then and may be of the scenario
    before. arrived: how often results came in that the same trace did not have before. places: the layer and head of
    the document's scenarios that were opened from a source, by their titles, which undo may bring back.
    """

    scenario: Scenario
    trace: Trace
    problem: AttentionError | None = None
    refused: AttentionError | None = None
    pending: Pending | None = None
    arrived: int = 0
    before: Trace | None = None
    pinned: Trace | None = None
    source: Source | None = None
    places: tuple[tuple[str, Place], ...] = ()
    selection: Selection = field(default_factory=Selection)
    view: View = field(default_factory=View)

    def __eq__(self, other: object) -> bool:
        """True if the scenario is the same object, so that no number is looked at, and the rest equal."""
        if not isinstance(other, State):
            return NotImplemented
        pairs = ((getattr(self, each.name), getattr(other, each.name)) for each in fields(self))
        return all(one is two or (not isinstance(one, Scenario) and one == two) for one, two in pairs)

    def only_moved(self, old: State | None) -> bool:
        """True if since `old` nothing changed but which part of large maps is seen, or that something is computed which
        no figure marks: other views have nothing to do.
        """
        if old is None or (old.view is self.view and old.pending is self.pending) or old.selection != self.selection:
            return False
        same_marks = (old.pending or Pending()) == (self.pending or Pending())
        now = replace(old, view=self.view, pending=self.pending)
        return same_marks and now == self and replace(old.view, viewport=now.view.viewport) == now.view

    def only_dressed(self, old: State) -> bool:
        """True if since `old` nothing changed but theme and text size: what is said stays, word for word."""
        if old.scenario is not self.scenario:  # as after each edit, when nobody need look further
            return False
        view = self.view
        dressed = replace(old.view, theme=view.theme, text_size=view.text_size)
        return old is self or (dressed == view and replace(old, view=view) == self)

    @property
    def opened(self) -> Place | None:
        """Which layer and head of the source the scenario is, None if it is none of them.

        Another sentence that begins alike has the same title, so the tokens must be the source's too.
        """
        if self.source is None or self.scenario.tokens != self.source.tokens:
            return None
        return self.source.place_of(self.scenario.title)

    @property
    def place(self) -> Place | None:
        """Which layer and head of a source the document was opened from, whatever stands beside it by now."""
        return self.opened or dict(self.places).get(self.scenario.title)


class Session(QObject):
    """A scenario being worked on. `changed(old, new)` fires once for each new State, whatever made it.

    `progress` carries the part done of what is computed beside the window, None at its end.
    """

    changed = Signal(object, object)
    progress = Signal(object)

    def __init__(self, scenario: Scenario, parent: QObject | None = None, *, view: View | None = None) -> None:
        super().__init__(parent)
        self.undo_stack = kept_until_gone(QUndoStack(self))
        self.documents = 0  # how many have been opened in place of the first
        self._weak_show: WeakMethod[Callable[[Scenario], None]] = WeakMethod(self._show)
        self._weak_present: WeakMethod[Callable[[], Scenario]] = WeakMethod(self._present)
        self._gesture: Hashable = None
        self._began: Trace | None = None  # where the gesture began that an edit goes on with
        self._ahead = Ahead(self)
        self._next: Trace | None = None  # of the newest scenario, not shown before what is on the screen is there
        self._ahead.arrived.connect(self._take)
        self._ahead.moved.connect(self._tell_progress)
        self.state = _opened(scenario, self._ahead.trace(scenario, None), view or View())

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
        self.undo_stack.push(ReplaceScenario(self._weak_show, label, before, after, gesture, now=self._weak_present))
        self._gesture, self._began = gesture, None
        return True

    def open(self, scenario: Scenario, arrange: Callable[[State], State] = lambda opened: opened) -> None:
        """Shows another document: no undo step leads back to the one before.

        arrange: puts view and selection in place before anything is shown.
        """
        old = self.state
        self.documents += 1
        self.undo_stack.clear()
        self._next = None
        opened = arrange(replace(_opened(scenario, self._ahead.trace(scenario, None), old.view), source=old.source))
        self._become(replace(opened, selection=within(opened.selection, opened.trace)))
        old.trace.store.clear()  # at once, and not when Python's collector comes: two documents' results are too many

    def pin(self) -> None:
        """Puts the present trace aside to be compared with later ones."""
        self._become(replace(self.state, pinned=self.state.trace))

    def unpin(self) -> None:
        """Lets the pinned trace go, and the comparison with it."""
        view = replace(self.state.view, compare="off")
        self._become(replace(self.state, pinned=None, view=view))

    def put_beside(self, source: Source | None) -> None:
        """Puts a model or a saved tensor beside the document, in place of the one before; the document stays."""
        self._become(replace(_placed(self.state), source=source))

    def open_head(self, place: Place) -> bool:
        """Makes a head of the source the scenario, as one undo step; True unless it was refused."""
        source = self.state.source
        if source is None:
            return False
        head = "" if place.head is None else f", head {place.head + 1}"
        return self.edit(f"Open layer {place.layer + 1}{head}", lambda _: source.scenario(place))

    def select(self, **changes: Any) -> None:
        """Replaces fields of the selection: head, query, cell, lit."""
        self._become(replace(self.state, selection=within(replace(self.state.selection, **changes), self.state.trace)))

    def look(self, **changes: Any) -> None:
        """Replaces fields of the view: decimals, tab, layout and so on."""
        self._become(replace(self.state, view=replace(self.state.view, **changes)))

    def look_ahead(self, compose: Callable[[], object]) -> None:
        """Has computed what `compose` asks for and is not there, for a picture that will be looked at next.

        An edit waits for what is shown alone, not for that.
        """
        used = self.state.trace.asked.used
        shown = dict(used)
        compose()
        used.clear()
        used.update(shown)

    def limit_memory(self, megabytes: int | None) -> None:
        """How much memory large results may take from now on; None: chosen automatically."""
        self._ahead.budget = None if megabytes is None else megabytes * 1_000_000
        self.state.trace.store.limit = usual_budget() if self._ahead.budget is None else self._ahead.budget
        self._ahead.look_again()

    @property
    def busy(self) -> bool:
        """True while something is computed beside the window, or about to be."""
        return self._ahead.busy

    def stop(self) -> None:
        """Stops what is computed beside the window; what is on the screen stays, marked where it is old."""
        if self.busy:
            self._ahead.stop()

    def resume(self) -> None:
        """Computes what was stopped."""
        if self._next is not None:
            self._began = self.state.before  # the last edit is still the one that led here
            self._show(self.state.scenario)
            self._began = None
        else:
            self._ahead.look_again()

    def _show(self, scenario: Scenario) -> None:
        """Traces the scenario and tells every view; only undo steps call it."""
        began, lately = self._began or self._next or self.state.trace, self._lately(scenario.heads)
        traced = self._ahead.trace(scenario, self.state.trace, lately)
        view = as_rounded(self.state.view, scenario)
        state = _placed(replace(self.state, scenario=scenario, view=view, refused=None, before=began))
        if traced.defers and self.state.trace.defers and traced.sizes == self.state.trace.sizes:
            self._next = traced  # the last picture stays
            self._become(replace(state, pending=Pending(stale=True)))
            return
        self._next = None
        problem = None if traced.defers else traced.compute()
        pending = Pending() if traced.defers else None
        selection = within(self.state.selection, traced)
        self._become(replace(state, trace=traced, problem=problem, pending=pending, selection=selection))

    def _lately(self, heads: int) -> tuple[Want, ...]:
        """What the views read since the last change that a new trace must have before it is shown: one head's."""
        head = min(self.state.selection.head, heads - 1)
        used = [want for want in self.state.trace.asked.used if want.head == head and not want.kind.endswith("thumb")]
        return tuple(used) or (Want("numbers", "weights", head),)

    def _take(self, traced: Trace) -> None:
        """More of the newest trace is there: shows it."""
        shown = self.state.trace
        if traced is self._next:
            self._next, shown = None, traced
        arrived, selection = self.state.arrived + 1, within(self.state.selection, shown)
        new = replace(self.state, trace=shown, arrived=arrived, problem=traced.problem, selection=selection)
        self._become(replace(new, pending=self._pending()))

    def _tell_progress(self, part: float | None) -> None:
        self.progress.emit(part)
        if self.state.pending != self._pending():
            self._become(replace(self.state, pending=self._pending()))

    def _pending(self) -> Pending | None:
        stale, busy, stopped = self._next is not None, self._ahead.busy, self._ahead.stopped
        return Pending(stale, stopped) if stale or busy or stopped else None

    def _present(self) -> Scenario:
        return self.state.scenario

    def _become(self, new: State) -> None:
        old = self.state
        if new == old:
            return
        if not new.only_moved(old):
            if (new.view, new.selection) != (old.view, old.selection):
                self._ahead.look_again()
            new.trace.asked.used.clear()
        self._ahead.beside(new.trace if new.trace is not self._next else None, new.before, new.pinned)
        self.state = new
        self.changed.emit(old, new)


def _placed(state: State) -> State:
    """With the place that the scenario has in the source beside it, for when another source stands there."""
    place, title = state.opened, state.scenario.title
    return (
        state
        if place is None or title in dict(state.places)
        else replace(state, places=(*state.places, (title, place)))
    )


def _opened(scenario: Scenario, traced: Trace, view: View) -> State:
    problem = None if traced.defers else traced.compute()
    pending = Pending() if traced.defers else None
    query = usual_query(traced.sizes.T)
    fresh = replace(
        as_rounded(view, scenario), tab="head", layout="auto", focus="weights", paint_mask=False, veil=Veil(),
        compare="off", viewport=None,
    )  # fmt: skip
    return State(scenario, traced, problem, pending=pending, selection=Selection(0, query, None), view=fresh)

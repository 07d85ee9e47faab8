"""What the message bar has to say: problems of the state and of files in words, each with its way out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from attnviz.app.explaining.changes_words import told_by_bar
from attnviz.app.session import Session, State
from attnviz.content.labels import quoted
from attnviz.content.wording import cell_name
from attnviz.engine.edits import show_a_key
from attnviz.engine.errors import HiddenRow, Overflow
from attnviz.engine.scenario import Scenario


@dataclass(frozen=True)
class Message:
    """One sentence or two. `way_out` is the label of a button that runs `act`."""

    text: str
    kind: Literal["problem", "done", "hint"] = "problem"
    way_out: str = ""
    act: Callable[[], object] | None = field(default=None, compare=False)


def messages_of(session: Session, *, looks: bool = True) -> Iterator[tuple[object, Message]]:
    """What the state of the session gives cause to say, each message after its cause, a refused edit first.

    looks: the figures are in sight, and so is what was switched on for a look at them.
    Causes are equal as long as a person would call it the same trouble, so that one can be put away for good.
    """
    state = session.state
    if state.refused is not None:
        yield state.refused, Message(str(state.refused))
    if isinstance(state.problem, HiddenRow):
        yield str(state.problem), _hidden_row(session, state, state.problem)
    elif state.problem is not None:
        text = str(state.problem)
        if isinstance(state.problem, Overflow) and session.undo_stack.canUndo():
            yield text, Message(text, way_out="Undo", act=session.undo_stack.undo)
        else:
            yield text, Message(text)
    if state.pending is not None and state.pending.stopped:
        older = "the figures show the numbers before the last change"
        words = f"Stopped: {older if state.pending.stale else 'some figures are not computed'}."
        yield "stopped", Message(words, "hint", way_out="Compute", act=session.resume)
    if not looks:
        return
    if state.view.paint_mask:
        words = "Custom mask: click cells of the scores or the weights to hide or show them."
        stop = partial(session.look, paint_mask=False)
        yield "painting", Message(words, "hint", way_out="Done", act=stop)
    yield from looks_in_words(session)


def work_in_words(state: State) -> str:
    """What is computed beside the window, "" while nothing is."""
    if state.pending is None or state.pending.stopped:
        return ""
    return "Computing; the maps show the numbers before the edit" if state.pending.stale else "Computing the figures"


def looks_in_words(session: Session) -> Iterator[tuple[object, Message]]:
    """What was switched on for a look, each with its way out, the derivatives first."""
    state = session.state
    view, cell = state.view, state.selection.cell
    if view.moves:
        stop = partial(session.look, moves=False)
        whose = cell_name(state.trace, cell) if cell is not None else ""
        text = f"{whose}. Under each input: how many times a small change of it moves this number. Esc ends it."
        text = text if whose else "Select a number to see in the panes what moves it. Esc ends it."
        yield ("moves", cell), Message(text, "hint", way_out="Done", act=stop)
    if view.compare != "off" and state.pinned is not None:
        stop = partial(session.look, compare="off")
        yield "compare", Message(told_by_bar(state, state.pinned), "hint", way_out="Done", act=stop)
    elif view.changes:
        stop = partial(session.look, changes=False)
        yield "changes", Message(told_by_bar(state, state.before), "hint", way_out="Done", act=stop)


def _hidden_row(session: Session, state: State, problem: HiddenRow) -> Message:
    """Offers to show the one key that takes the smallest change of the mask."""
    query = problem.where.row
    if query is None:
        return Message(str(problem))
    mended, key = show_a_key(state.scenario, query)
    row, column = _named("query", query, state.scenario.query_labels), _named("key", key, state.scenario.key_labels)

    def show() -> None:
        def change(now: Scenario) -> Scenario:
            return mended if now is state.scenario else show_a_key(now, query)[0]

        session.edit(f"Show key {key + 1} to query {query + 1}", change)

    text = f"{row[:1].upper()}{row[1:]} sees no key. Show {column} again?"
    return Message(text, way_out=f"Show Key {key + 1}", act=show)


def _named(word: str, index: int, labels: tuple[str, ...]) -> str:
    """ "query 2 “b”", or "query 2" where the label is only its number."""
    return f"{word} {quoted(index + 1, labels[index])}"

"""In words, what an import changes in the document, or what a new document will hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from attnviz.app.importing.draft import Draft
from attnviz.app.panes.matrix_words import PAPER_ORDER, input_names
from attnviz.content.sources import asking
from attnviz.engine.errors import counted
from attnviz.engine.scenario import Scenario
from attnviz.figures.labels import visible

_MOST_LABELS = 4
NOTHING = "Nothing changes: the document holds this already."


@dataclass(frozen=True)
class Outcome:
    """What one of the two buttons does, in words, or why it cannot. advice: said instead of what both would do."""

    words: str
    possible: bool
    advice: bool = False


def outcomes(draft: Draft) -> tuple[Outcome, Outcome | None]:
    """What importing into the document does, and what a new document holds; one piece of advice before that."""
    if all(item.part is None for item in draft.items):
        if draft.found.problem is not None and not draft.found.arrays:
            return Outcome("Mend the numbers where they come from, or import the lines as tokens.", False, True), None
        several = len(draft.items) > 1
        return Outcome(f"Choose what {'each of them' if several else 'it'} is to become.", False, True), None
    here, new = draft.here, draft.new
    said = changes(draft.into, here.scenario) if here.scenario is not None else _sentence(str(here.problem))
    held = contents(new.scenario) if new.scenario is not None else _sentence(str(new.problem))
    return Outcome(said, here.scenario is not None), Outcome(held, new.scenario is not None)


def filled_in(draft: Draft) -> str:
    """What was not given and is made up, left out or replaced; "" where nothing was.

    A new document may want more than this one, which has what need not be made up here.
    """
    shown, new = draft.shown, draft.new
    if shown.scenario is None:
        return ""
    notes = [note for note in shown.notes if note]
    more = [note for note in new.notes if note and note not in notes] if new.scenario is not None else []
    return " ".join((*notes, *(("In a new document:", *more) if more else ())))


def changes(before: Scenario, after: Scenario) -> str:
    """What becomes of each matrix, the labels and the settings."""
    said = [*_matrices(before, after)]
    if before.sizes.heads != after.sizes.heads:
        said.append(f"{counted(after.sizes.heads, 'head')} in place of {before.sizes.heads}")
    shared, sharing = before.sizes.kv_heads, after.sizes.kv_heads
    if shared != sharing and not (shared == before.sizes.heads and sharing == after.sizes.heads):
        said.append(f"{counted(sharing, 'key/value head')} in place of {shared}")
    for words, one, other in (
        ("tokens become", before.tokens, after.tokens),
        ("source tokens become", before.source_tokens, after.source_tokens),
    ):
        if one != other:
            said.append(f"{words} {_labels(other)}")
    if before.mask != after.mask:
        said.append("the mask changes")
    if not _same(before.bias, after.bias):
        said.append("the bias of the scores changes")
    return _sentence("; ".join(said)) if said else NOTHING


def contents(scenario: Scenario) -> str:
    """What a document holds."""
    matrices = ", ".join(f"{name} {_shape(scenario, name)}" for name in input_names(scenario))
    return f"{matrices}; {counted(scenario.sizes.heads, 'head')}."


def _matrices(before: Scenario, after: Scenario) -> Iterator[str]:
    """What becomes of each of them; how many heads there are is told once, after them."""
    old, new = dict(before.inputs.items()), dict(after.inputs.items())
    for name in input_names(after):
        shape, several = _shape(after, name), name == "weights"
        if name not in old:
            yield f"{name} {shape} {'are' if several else 'is'} added"
        elif _shape(before, name) != shape:
            was = "become {}, they were {}" if several else "becomes {}, it was {}"
            yield f"{name} {was.format(shape, _shape(before, name))}"
        elif not np.array_equal(old[name], new[name]):
            yield f"{name} {shape} {'are' if several else 'is'} replaced by other numbers"
    gone = [name for name in input_names(before) if name not in new]
    if gone:
        yield f"{', '.join(gone)} {'goes' if len(gone) == 1 and gone != ['weights'] else 'go'}"


def _shape(scenario: Scenario, name: str) -> str:
    """Rows and columns; those of one head, where there is a matrix a head."""
    shape = scenario.matrix(name).shape[-2:]
    return "×".join(map(str, shape)) if len(shape) > 1 else f"1×{shape[0]}"


def _labels(labels: tuple[str, ...] | None) -> str:
    if labels is None:
        return "numbers"
    more = f", … ({len(labels)})" if len(labels) > _MOST_LABELS else ""
    return ", ".join(f"“{visible(label)}”" for label in labels[:_MOST_LABELS]) + more


def _same(one: object, other: object) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other)  # type: ignore[arg-type]


def _sentence(text: str) -> str:
    text = text.strip().replace(f", or {asking.SCENARIO}", "")
    first = text.partition(" ")[0]
    if first not in PAPER_ORDER and "_" not in first and first.isalpha():
        text = text[:1].upper() + text[1:]
    return text if not text or text[-1] in ".?!" else f"{text}."

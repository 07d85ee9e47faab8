"""In words, what an import changes in the document, or what a new document will hold."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from attnviz.app.importing.draft import Draft
from attnviz.app.panes.matrix_words import PAPER_ORDER, input_names
from attnviz.content.importing import Plan
from attnviz.engine.errors import counted
from attnviz.engine.scenario import Scenario
from attnviz.figures.labels import visible

_MOST_LABELS = 4


def consequences(draft: Draft) -> tuple[str, bool]:
    """What is said under the preview, and whether it can be imported at all."""
    if all(item.part is None for item in draft.items):
        if draft.found.problem is not None and not draft.found.arrays:
            return "Mend the numbers where they come from. Or import the lines as tokens.", False
        several = len(draft.items) > 1
        return f"Choose what {'each of them' if several else 'it'} is to become.", False
    here, new = draft.here, draft.new
    if here.scenario is not None:
        return " ".join((changes(draft.into, here.scenario), *_notes(here))), True
    reason = _sentence(str(here.problem)) if here.problem is not None else ""
    if new.scenario is not None:
        return " ".join((reason, f"As a new document: {contents(new.scenario)}", *_notes(new))), True
    return reason or _sentence(str(new.problem)), False


def changes(before: Scenario, after: Scenario) -> str:
    """What becomes of each matrix, the labels and the settings."""
    said: list[str] = []
    old, new = dict(before.inputs.items()), dict(after.inputs.items())
    for name in input_names(after):
        shape = _shape(after, name)
        if name not in old:
            said.append(f"{name} {shape} is added")
        elif old[name].shape != new[name].shape:
            said.append(f"{name} becomes {shape}, it was {_shape(before, name)}")
        elif not np.array_equal(old[name], new[name]):
            said.append(f"{name} {shape} gets other numbers")
    gone = [name for name in input_names(before) if name not in new]
    if gone:
        said.append(f"{', '.join(gone)} {'goes' if len(gone) == 1 else 'go'}")
    if before.heads != after.heads:
        said.append(f"heads become {after.heads}")
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
    return _sentence("; ".join(said)) if said else "Nothing changes: the document holds this already."


def contents(scenario: Scenario) -> str:
    """What a document holds."""
    matrices = ", ".join(f"{name} {_shape(scenario, name)}" for name in input_names(scenario))
    return f"{matrices}; {counted(scenario.sizes.heads, 'head')}."


def _notes(plan: Plan) -> Iterable[str]:
    return (note for note in plan.notes if note)


def _shape(scenario: Scenario, name: str) -> str:
    shape = scenario.matrix(name).shape
    if len(shape) == 3:
        return f"{shape[1]}×{shape[2]} of {counted(shape[0], 'head')}"
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
    text = text.strip()
    if text.partition(" ")[0] not in PAPER_ORDER and text[:2].isalpha():
        text = text[:1].upper() + text[1:]
    return text if not text or text[-1] in ".?!" else f"{text}."

"""What changed between two traces of one document and what it moved, in a sentence."""

from __future__ import annotations

from collections import deque
from weakref import ref

import numpy as np

from attnviz.content.changes import moves_of, one_number_in_words
from attnviz.engine.arrays import Array
from attnviz.engine.errors import HiddenRow
from attnviz.engine.replacing import changed_part
from attnviz.engine.scenario import Scenario
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

_TOLD = {"output": "output number", "head_output": "head output", "weights": "weight", "scores": "score"}
_summaries: deque[tuple[ref[Trace], ref[Trace], str]] = deque(maxlen=4)
_SETTINGS = {
    "mask": "The mask", "temperature": "The temperature", "scale": "The scale", "softcap": "The soft cap",
    "heads": "The number of heads", "kv_heads": "The number of key heads", "bias": "The bias",
    "pencil": "Pencil precision", "dtype": "The number format", "positions": "The positions",
}  # fmt: skip


def summary(before: Trace, now: Trace) -> str:
    """What changed and what it moved: "X row 1, column 2 from 0 to 3: 2 of 6 output numbers moved, no weight."

    Of large scenarios it says only what changed. "" for nothing.
    Several ask for it at each edit: the last few are kept.
    """
    for old, new, text in _summaries:
        if old() is before and new() is now:
            return text
    text, final = _summary(before, now)
    if final:
        _summaries.append((ref(before), ref(now), text))
    return text


def _summary(before: Trace, now: Trace) -> tuple[str, bool]:
    """The sentence, and whether it stays: not while some of the numbers are still to come."""
    if before.scenario is now.scenario:
        return "", True
    cause = _cause(before.scenario, now.scenario)
    if before.sizes != now.sizes:
        return f"{cause}: there are other numbers now, so nothing can be compared one by one.", True
    if now.large:  # millions of numbers are neither computed nor compared for the sake of one sentence
        return f"{cause}.", True
    for when, trace in (("now", now), ("before", before)):
        if "weights" in trace.stages and any(trace.peek("weights", head) is None for head in range(trace.sizes.heads)):
            problem = trace.problem if trace.defers else trace.compute()
            if not isinstance(problem, HiddenRow):  # they are still to come, or something else is the matter
                return f"{cause}.", False
            return f"{cause}: {when} some query sees no key, so there is no output to compare.", False
    found = [_effect(before, now, name) for name in _TOLD]
    effects = [text for text in found if text]
    told = f": {effects[0]} moved{''.join(f', {text}' for text in effects[1:])}" if effects else ""
    return f"{cause}{told}.", None not in found


def _cause(before: Scenario, now: Scenario) -> str:
    """The matrices and settings that differ; a single number with what it was and is."""
    changed = [(name, values) for name, values in now.inputs.items() if not _same(_matrix(before, name), values)]
    gone = [name for name, _ in before.inputs.items() if _matrix(now, name) is None]
    settings = [words for name, words in _SETTINGS.items() if not _equal(getattr(before, name), getattr(now, name))]
    if len(changed) == 1 and not gone and not settings:
        name, values = changed[0]
        return one_number_in_words(name, _matrix(before, name), values) or f"{name} changed"
    names = [*(name for name, _ in changed), *gone, *settings]
    if not names:
        return "Only names changed"
    first, *rest = names
    listed = [first, *(word[:1].lower() + word[1:] if word.startswith("The ") else word for word in rest)]
    return f"{', '.join(listed[:-1])} and {listed[-1]} changed" if len(listed) > 1 else f"{first} changed"


def _effect(before: Trace, now: Trace, name: str) -> str | None:
    """ "2 of 6 output numbers moved", "no weight"; "" for a stage that is not told of here, None for one to come."""
    if name not in now.stages or (name == "head_output" and now.sizes.heads == 1):
        return ""
    word, moved, count = _TOLD[name], 0, 0
    for head in range(now.sizes.heads) if BY_NAME[name].per_head else (None,):
        pair = moves_of(before, now, name, head, 0)
        if pair is None:
            return None
        count += pair.now.size
        if pair.before is not pair.now:  # most of many heads stay what they were
            moved += int(np.count_nonzero(pair.moved))
    if not moved:
        return f"no {word}"
    return f"{moved} of {count} {word}{'s' if count > 1 else ''}"


def _matrix(scenario: Scenario, name: str) -> Array | None:
    return next((values for own, values in scenario.inputs.items() if own == name), None)


def _same(one: Array | None, other: Array) -> bool:
    return one is other or (one is not None and _same_numbers(one, other))


def _same_numbers(one: Array, other: Array) -> bool:
    """True if all are equal; what is known of an edit of one is not looked for again."""
    return one.shape == other.shape and changed_part(one, other) is None and bool(np.array_equal(one, other))


def _equal(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return _same_numbers(one, other)
    return one is other or (not isinstance(one, np.ndarray) and not isinstance(other, np.ndarray) and one == other)

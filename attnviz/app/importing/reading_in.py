"""Reads what somebody brings, so that it can be done in another thread: no widget has a part in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from attnviz.app.importing.draft import Brought, Draft
from attnviz.content.importing.by_values import by_values
from attnviz.content.importing.found import Found, Reading
from attnviz.content.importing.head_axis import heads_elsewhere
from attnviz.content.importing.layered import is_layered, sums_to_1
from attnviz.engine.scenario import Scenario

Reader = Callable[[Reading], Found]
_LONG = 1 << 19  # bytes: a text takes some 200 milliseconds
_OF_ARRAYS = frozenset({"npy", "npz", "safetensors"})


@dataclass(frozen=True, eq=False)
class Came:
    """What was read: to be asked about with `draft`, or of many heads, to be put beside the document."""

    draft: Draft
    beside: bool


def read_in(readers: Sequence[Reader], into: Scenario) -> Came:
    """Reads all, and works out what comes of it. Raises AttentionError where one cannot be read."""
    brought = [Brought(again(Reading()), again) for again in readers]
    beside = len(brought) == 1 and is_of_many_heads(brought[0].found)
    draft = Draft.of(brought, into)
    if not beside and brought[0].found.scenario is None:
        draft.work_out()
    return Came(draft, beside)


def readers_of(paths: Sequence[Path]) -> list[Reader]:
    """What reads each file, again in another way where that is asked for."""
    from attnviz.content.importing.reading import read_path

    return [partial(read_path, path) for path in paths]


def reader_of(text: str, name: str) -> Reader:
    """The same of a text."""
    from attnviz.content.importing.reading import read

    return lambda reading: read(text, name, reading)


def takes_long(paths: Sequence[Path]) -> bool:
    """True for files whose reading would hold the window up."""
    total = 0
    for path in paths:
        with suppress(OSError):
            total += path.stat().st_size
    return total > _LONG


def is_long(text: str) -> bool:
    """The same of a text."""
    return len(text) > _LONG


def is_of_many_heads(found: Found) -> bool:
    """True for a checkpoint, and for maps of several heads or layers whose rows or columns mostly sum to 1."""
    if found.kind == "checkpoint":
        return True
    if found.kind not in _OF_ARRAYS:  # a text has been read already, and its heads are a scenario's
        return False
    if is_layered(found):
        return True
    large = [array for array in found.arrays if len(array.shape) >= 3]
    if len(large) != 1 or len(found.arrays) > 1 or large[0].dtype == "bool":
        return False
    if by_values(large[0])[:1] in (["mask"], ["bias"]):
        return False
    if len(large[0].shape) > 3:
        return True
    if heads_elsewhere(large[0]):  # which axis is which is to be looked at first
        return False
    return large[0].shape[0] > 1 and sums_to_1(large[0])

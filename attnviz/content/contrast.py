"""One token in two sentences: what it looks at in each, and how far apart its vectors are, stage by stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from attnviz.content.sources.source import Place, Source
from attnviz.engine.arrays import Array
from attnviz.engine.errors import AttentionError
from attnviz.engine.tracing import trace

# Words that say how others belong together: hardly ever what two sentences are compared for.
_JOINING_WORDS = """
    a about after all also am an and any are as at be been before being both but by can could did do does for from
    had has have he her here hers him his how i if in into is it its just may me might must my no nor not of off on
    once only or our out over own shall she should so some such than that the their theirs them then there these they
    this those through to too under until up upon us very was we were what when where which while who whom whose why
    will with would yet you your yours"""
_JOINING = frozenset(_JOINING_WORDS.split())


@runtime_checkable
class Layered(Protocol):
    """A source that knows the vectors between its layers."""

    def hidden(self, layer: int) -> Array:
        """What enters a layer, (T, d_model); with the number of layers, what leaves the last one."""
        ...


@dataclass(frozen=True)
class Apart:
    """How far two vectors are apart: the cosine of the angle between them, and the length of their difference."""

    name: str
    cosine: float
    distance: float


@dataclass(frozen=True, eq=False)
class Side:
    """One of the two sentences: its text, the labels of its keys, the token that is looked from, and its weights."""

    text: str
    tokens: tuple[str, ...]
    query: int
    weights: Array  # (S,)


@dataclass(frozen=True, eq=False)
class Contrast:
    """One head's two rows. apart: the vectors of the layer in their order; path: those that enter and leave layers."""

    place: Place
    left: Side
    right: Side
    apart: tuple[Apart, ...] = ()
    path: tuple[Apart, ...] = ()


def apart(name: str, one: Array, other: Array) -> Apart:
    """Cosine and Euclidean distance of two vectors. The cosine with a vector of length 0 is 0."""
    lengths = float(np.linalg.norm(one)) * float(np.linalg.norm(other))
    cosine = float(np.dot(one, other)) / lengths if lengths else 0.0
    return Apart(name, min(max(cosine, -1.0), 1.0), float(np.linalg.norm(np.subtract(one, other))))


def contrasted(left: Source, right: Source, place: Place, queries: tuple[int, int]) -> Contrast:
    """The rows of one head for a token of each sentence, and how far its vectors are apart.

    place: names a head. Head outputs and the layer's output are the engine's, from the scenarios that the window
    opens. Saved weights alone have no vectors, and then `apart` is empty.
    """
    assert place.head is not None
    sides = tuple(
        Side(source.text, _keys(source), query, source.weights(place.layer)[place.head, query])
        for source, query in zip((left, right), queries, strict=True)
    )
    return Contrast(place, sides[0], sides[1], _of_layer(left, right, place, queries), _path(left, right, queries))


def alike(left: Source, right: Source, query: int | None = None) -> tuple[int, int] | None:
    """The longest word that both sentences have, as a position in each: what one compares by default.

    Words such as “the” and pieces of words come last; of several as long it is the last one. query: a token of the
    left sentence that is wanted rather than that, if the right sentence has it too.
    """
    ours, theirs = left.tokens or (), right.tokens or ()
    telling = sorted(range(len(ours)), key=lambda index: (*_telling(ours[index]), index), reverse=True)
    for index in ([] if query is None else [query]) + telling:
        word = ours[index]
        if index in left.special or not any(sign.isalnum() for sign in word):
            continue
        places = [other for other, token in enumerate(theirs) if token == word and other not in right.special]
        if places:
            return index, places[-1]
    return None


def _telling(word: str) -> tuple[bool, bool, int]:
    """How much a word tells by itself: one of its own more than one that only joins others, a long one more."""
    bare = word.lstrip("Ġ▁ ").casefold()
    return bare not in _JOINING, not word.startswith("##"), len(bare)


def _of_layer(left: Source, right: Source, place: Place, queries: tuple[int, int]) -> tuple[Apart, ...]:
    layer, head = place.layer + 1, (place.head or 0) + 1
    found = []
    entering = _hidden(left, right, place.layer, queries)
    if entering is not None:
        found.append(apart(f"entering layer {layer}", *entering))
    for name, where, stage in (
        (f"output of head {head}", place, "head_output"),
        ("attention output", Place(place.layer, None), "output"),
    ):
        try:
            ours, theirs = (
                trace(source.scenario(where)).at(stage, 0 if stage == "head_output" else None)[query]
                for source, query in zip((left, right), queries, strict=True)
            )
        except AttentionError:  # weights without values have no output
            continue
        if ours.shape == theirs.shape:
            found.append(apart(name, ours, theirs))
    leaving = _hidden(left, right, place.layer + 1, queries)
    if leaving is not None:
        found.append(apart(f"leaving layer {layer}", *leaving))
    return tuple(found)


def _path(left: Source, right: Source, queries: tuple[int, int]) -> tuple[Apart, ...]:
    found = []
    for layer in range(left.layers + 1):
        pair = _hidden(left, right, layer, queries)
        if pair is None:
            return ()
        found.append(apart("embedding" if layer == 0 else f"after layer {layer}", *pair))
    return tuple(found)


def _hidden(left: Source, right: Source, layer: int, queries: tuple[int, int]) -> tuple[Array, Array] | None:
    if not (isinstance(left, Layered) and isinstance(right, Layered)):
        return None
    try:
        pair = left.hidden(layer)[queries[0]], right.hidden(layer)[queries[1]]
    except AttentionError:
        return None
    return pair if pair[0].shape == pair[1].shape else None


def _keys(source: Source) -> tuple[str, ...]:
    return source.source_tokens or source.tokens or ()

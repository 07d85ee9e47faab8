"""Finds the heads in which one token looks most at another, over all layers of a source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attnviz.content.sources.source import Place, Source
from attnviz.engine.errors import FieldError, Where

_MARKS = ("##", "Ġ", "▁")


@dataclass(frozen=True)
class Found:
    """One head: the weight it gives the pair, and the rank, from 1, of that key in the query's row; 1 is the most."""

    place: Place
    weight: float
    rank: int

    @property
    def top(self) -> bool:
        """True if the query looks at no other key more."""
        return self.rank == 1


def strongest(source: Source, query: int, key: int, layers: Sequence[int] | None = None) -> tuple[Found, ...]:
    """Every head of every layer, those first in which `query` looks at `key` more than at any other, then by weight.

    layers: those that are searched, all by default.
    Raises FieldError for a query or key that is not there, and what `source.weights` raises.
    """
    found = []
    for layer in range(source.layers) if layers is None else layers:
        weights = source.weights(layer)  # (heads, T, S)
        _check(query, weights.shape[1], "query")
        _check(key, weights.shape[2], "key")
        rows = weights[:, query]  # (heads, S)
        ranks = 1 + (rows > rows[:, key, None]).sum(axis=1)
        found += [
            Found(Place(layer, head), float(rows[head, key]), int(ranks[head])) for head in range(weights.shape[0])
        ]
    return tuple(sorted(found, key=lambda one: (not one.top, -one.weight, one.place.layer, one.place.head or 0)))


def token_at(tokens: Sequence[str], wanted: str) -> int:
    """The position, from 0, of a token by its text, by its number from 1, or by both: "the:2" is the second "the".

    Upper and lower case are told apart only where both are there. Raises FieldError, which lists the tokens.
    """
    text, _, nth = wanted.rpartition(":")
    if text and nth.isascii() and nth.isdigit():
        places = _alike(tokens, text)
        if places and 1 <= int(nth[:9]) <= len(places):
            return places[int(nth[:9]) - 1]
    places = _alike(tokens, wanted)
    if len(places) == 1:
        return places[0]
    if len(places) > 1:
        several = " or ".join(f"{wanted}:{number}" for number in range(1, min(len(places), 4) + 1))
        raise FieldError(f"{wanted!r} is there {len(places)} times. Say which: {several}.", Where("token"))
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= len(tokens):
        return int(wanted) - 1
    listed = " ".join(tokens[:40]) + (" …" if len(tokens) > 40 else "")
    raise FieldError(f"{wanted!r} is no token here. Choose one of: {listed}", Where("token"))


def _alike(tokens: Sequence[str], wanted: str) -> list[int]:
    """Positions of the tokens of that text: exactly, else without regard to case and to marks of the model."""
    exact = [place for place, token in enumerate(tokens) if token == wanted]
    return exact or [place for place, token in enumerate(tokens) if _plain(token) == _plain(wanted)]


def _plain(token: str) -> str:
    for mark in _MARKS:
        token = token.removeprefix(mark)
    return token.strip().casefold()


def _check(place: int, size: int, word: str) -> None:
    if not 0 <= place < size:
        raise FieldError(f"There is no {word} {place + 1}. Choose one from 1 to {size}.", Where(word))

"""What a person chose to see of a source: layer and heads, threshold, hidden tokens, the tokens that are followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from attnviz.content.sources.source import Place, Source
from attnviz.figures.overview.composing import THRESHOLD
from attnviz.figures.overview.head_colours import MOST_HEADS


@dataclass(frozen=True)
class Looks:
    """All count from 0. heads: in the order of their colours; the first one is where the grid's cursor is.

    query looks, key is looked at. whole_scale: colours from 0 to 1, else to the largest weight. comparing: a second
    sentence stands in the place of the lines. other_query: the token of the second sentence, None: the same word.
    on_grid: where only one figure has room, it is the grid. unfolded: tokens and settings of a file are in sight even
    where they are folded away for the figures' sake. by_hand: somebody chose the heads; until then the
    best found one leads.
    """

    layer: int = 0
    heads: tuple[int, ...] = (0,)
    threshold: float = THRESHOLD
    hidden: frozenset[int] = frozenset()
    query: int | None = None
    key: int | None = None
    whole_scale: bool = True
    comparing: bool = False
    other_query: int | None = None
    on_grid: bool = True
    unfolded: bool = False
    by_hand: bool = False

    @property
    def place(self) -> Place:
        """The head that the cursor of the grid is on."""
        return Place(self.layer, self.heads[0])

    @property
    def shown_heads(self) -> tuple[int, ...]:
        """The heads that are seen beside the grid: lines of several, but one in which sentences are compared."""
        return self.heads[:1] if self.comparing else self.heads

    @property
    def places(self) -> tuple[Place, ...]:
        """The heads that are seen beside the grid."""
        return tuple(Place(self.layer, head) for head in self.shown_heads)

    def where_some_are(self, layers: tuple[int, ...]) -> Looks:
        """On its own layer if that is among those, else on the first of them."""
        return self if self.layer in layers or not layers else replace(self, layer=layers[0])

    def at(self, place: Place) -> Looks:
        """With one head alone, which somebody chose."""
        return replace(self, layer=place.layer, heads=(place.head or 0,), by_hand=True)

    def led_to(self, place: Place | None) -> Looks:
        """On the best head that was found, unless somebody chose another or compares sentences in one."""
        if place is None or self.by_hand or self.comparing:
            return self
        return replace(self.at(place), by_hand=False)

    def shown_at(self, place: Place) -> Looks:
        """With the lines of a found head; the next search may lead elsewhere."""
        return replace(self.at(place), on_grid=False, by_hand=False)

    def wanting(self, changes: Mapping[str, object]) -> Looks:
        """With other fields, by name."""
        by_hand = self.by_hand or "layer" in changes or "heads" in changes
        return replace(self, **{"by_hand": by_hand, **changes})  # type: ignore[arg-type]  # as controls give them

    def with_head(self, head: int) -> Looks:
        """With a head more, or without it if it is there; the last one stays, and there are never too many.

        While sentences are compared in one head, it is that one.
        """
        if self.comparing:
            return self if head == self.heads[0] else replace(self, heads=(head,), by_hand=True)
        if head in self.heads:
            rest = tuple(own for own in self.heads if own != head)
            return replace(self, heads=rest or self.heads, by_hand=True)
        return self if len(self.heads) >= MOST_HEADS else replace(self, heads=(*self.heads, head), by_hand=True)

    def adding(self, place: Place) -> Looks:
        """With that head among the others of its layer; alone where it is of another layer."""
        return self.with_head(place.head or 0) if place.layer == self.layer else self.at(place)

    def within(self, source: Source) -> Looks:
        """What of it holds for another source: its tokens are other ones."""
        heads = tuple(head for head in self.heads if head < source.heads) or (0,)
        return replace(
            self, layer=min(self.layer, source.layers - 1), heads=heads, query=None, key=None, hidden=frozenset(),
            other_query=None,
        )  # fmt: skip

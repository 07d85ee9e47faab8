"""The weights of a source as far as they are there: whole, or of a large one only the maps that are drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from attnviz.content.sources.source import Place, Source
from attnviz.engine.arrays import Array
from attnviz.figures.overview.pooling import thumbs

MOST_BYTES = 96 << 20  # of weights that are kept beside the source's own; of more, only the thumbs are


@dataclass(frozen=True, eq=False)
class Gathered:
    """layers: the weights of each, (heads, T, S), or their thumbs; None while they are on their way.

    complete: none is on its way any more; those that are still None cannot be had. uneven: layers that were saved with
    rows that do not sum to 1.
    """

    source: Source
    layers: tuple[Array | None, ...]
    shape: tuple[int, int] = (1, 1)
    complete: bool = False
    uneven: frozenset[int] = frozenset()

    @property
    def there(self) -> tuple[int, ...]:
        """The layers that are there."""
        return tuple(number for number, layer in enumerate(self.layers) if layer is not None)

    @property
    def first(self) -> int | None:
        """The first layer that is there."""
        return next(iter(self.there), None)

    @property
    def large(self) -> bool:
        """True if only thumbs are kept."""
        rows, columns = self.shape
        return rows * columns * self.source.heads * self.source.layers * 4 > MOST_BYTES

    def with_layer(self, layer: int, weights: Array, *, even: bool = True) -> Gathered:
        """With one more layer. even: all its rows sum to 1."""
        uneven = self.uneven if even else self.uneven | {layer}
        sized = replace(self, shape=(weights.shape[1], weights.shape[2]), uneven=uneven)
        kept = thumbs(weights) if sized.large else weights
        return replace(sized, layers=(*self.layers[:layer], kept, *self.layers[layer + 1 :]))

    def weights(self, layer: int) -> Array | None:
        """The whole weights of a layer, None while it is on its way."""
        kept = self.layers[layer]
        return self.source.weights(layer) if kept is not None and self.large else kept

    def holds(self, place: Place) -> bool:
        """True if there is such a head."""
        return place.layer < len(self.layers) and (place.head or 0) < self.source.heads


def begun(source: Source) -> Gathered:
    """Nothing is there yet, but the sizes where tokens tell them; else they are 1×1 until the first layer comes."""
    queries = source.tokens or ("",)
    return Gathered(source, (None,) * source.layers, (len(queries), len(source.source_tokens or queries)))

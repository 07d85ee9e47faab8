"""From a source, its layers as far as they are there, and what a person chose, to the figures of the room."""

from __future__ import annotations

from attnviz.app.sources.gathered import Gathered
from attnviz.app.sources.looks import Looks
from attnviz.content.sources.hiding import hidden_share
from attnviz.content.sources.source import Place, Source
from attnviz.engine.arrays import Array
from attnviz.figures.labels import isolated
from attnviz.figures.overview.head_grid import HeadGrid, Limits
from attnviz.figures.overview.token_lines import LinesOfHead, TokenLines

_TITLE = 40  # signs of a sentence in a title


def labels_of(source: Source, shape: tuple[int, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels of queries and keys; numbers from 1 where there are none."""
    queries = source.tokens or _counted(shape[0])
    keys = source.source_tokens or (source.tokens if shape[0] == shape[1] else None) or _counted(shape[1])
    return queries, keys


def grid_of(
    gathered: Gathered,
    looks: Looks,
    opened: Place | None = None,
    found: tuple[Place, ...] = (),
    *,
    colour_map: str = "auto",
    decimals: int = 3,
) -> HeadGrid:
    """The grid of all heads. found: the best of those that a search came up with."""
    source, layers, shape = gathered.source, gathered.layers, gathered.shape
    queries, keys = labels_of(source, shape)
    return HeadGrid(
        title_of(source), layers, source.heads, shape, queries, keys, ends_of(layers, whole=looks.whole_scale),
        opened, looks.place, found, looks.query, looks.key, decimals, colour_map, coming=not gathered.complete,
    )  # fmt: skip


def ends_of(layers: tuple[Array | None, ...], *, whole: bool) -> Limits:
    """The ends of the one scale: 0 and 1, or 0 and the largest weight; wider where saved numbers go beyond."""
    there = [layer for layer in layers if layer is not None]
    low = min([0.0, *(float(layer.min()) for layer in there)])
    high = max([1e-6, *(float(layer.max()) for layer in there)]) if there else 1.0
    return low, max(high, 1.0) if whole else high


def lines_of(gathered: Gathered, weights: Array, looks: Looks, decimals: int = 3) -> TokenLines:
    """The lines of the chosen heads. weights: those of the layer, (heads, T, S)."""
    source, shape = gathered.source, gathered.shape
    queries, keys = labels_of(source, shape)
    heads = tuple(
        LinesOfHead(head + 1, weights[head], hidden_share(weights[head], looks.hidden) if looks.hidden else None)
        for head in looks.heads
    )
    numbers = ", ".join(str(head + 1) for head in looks.heads)
    title = f"Layer {looks.layer + 1}, head{'s' if len(looks.heads) > 1 else ''} {numbers}"
    same = source.source_tokens is None and shape[0] == shape[1]
    return TokenLines(
        title, "what each token looks at", queries, keys, heads, looks.threshold,
        looks.hidden if same else frozenset(), looks.hidden, looks.query, looks.key, decimals,
    )  # fmt: skip


def title_of(source: Source) -> str:
    """The source's name, with the beginning of its sentence."""
    return f"{source.title}: “{isolated(source.text, _TITLE)}”" if source.text else source.title


def _counted(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, count + 1)))

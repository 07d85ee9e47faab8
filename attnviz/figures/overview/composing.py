"""From a source, or from a trace, to its overviews: labels, titles and the one scale are decided here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from attnviz.content.sources.hiding import hidden_share
from attnviz.content.sources.source import Source
from attnviz.engine.arrays import Array
from attnviz.engine.tracing import Trace
from attnviz.figures.labels import isolated
from attnviz.figures.numbers import shown_numbers
from attnviz.figures.overview.head_grid import HeadGrid, Limits
from attnviz.figures.overview.token_lines import LinesOfHead, TokenLines
from attnviz.figures.view import View

LINES = "lines"  # the figure of a scenario
THRESHOLD = 0.05  # the least weight that gets a line unless somebody wants it otherwise
LINES_SUBTITLE = "what each token looks at"
_TITLE = 40  # signs of a sentence in a title
_FEW_HEADS = 4  # of a scenario, whose lines can be told apart in one picture


def head_grid_of(
    source: Source,
    layers: Sequence[Array | None],
    shape: tuple[int, int],
    *,
    whole_scale: bool = True,
    hidden: frozenset[int] = frozenset(),
) -> HeadGrid:
    """All heads of a source. layers: the weights of each or their thumbs. shape: queries × keys.

    whole_scale: colours from 0 to 1, else to the largest weight that is seen. hidden: positions of keys.
    """
    queries, keys = labels_of(source, shape)
    same = source.source_tokens is None and shape[0] == shape[1]
    made = HeadGrid(
        title_of(source), tuple(layers), source.heads, shape, queries, keys,
        hidden_queries=hidden if same else frozenset(), hidden_keys=hidden,
    )  # fmt: skip
    seen = [None if layer is None else made.shown(layer) for layer in layers]
    return replace(made, ends=ends_of(seen, whole=whole_scale))


def token_lines_of(
    source: Source, layer: int, weights: Array, heads: Sequence[int], hidden: frozenset[int] = frozenset()
) -> TokenLines:
    """The lines of some heads of a layer. weights: the layer's, (heads, T, S). hidden: positions of keys."""
    shape = weights.shape[1], weights.shape[2]
    queries, keys = labels_of(source, shape)
    own = tuple(
        LinesOfHead(head + 1, weights[head], hidden_share(weights[head], hidden) if hidden else None) for head in heads
    )
    same = source.source_tokens is None and shape[0] == shape[1]
    return TokenLines(
        f"Layer {layer + 1}, {_heads(heads)}", LINES_SUBTITLE, queries, keys, own,
        hidden_queries=hidden if same else frozenset(), hidden_keys=hidden,
    )  # fmt: skip


def lines_of(trace: Trace, view: View, head: int | None = None) -> TokenLines:
    """The lines of a scenario: of one head, of all where they are few, else of their mean: more would be a skein.

    Veiled weights and those that do not exist have none. Raises NoSuchStage for a scenario without weights.
    """
    size = trace.sizes
    heads = range(size.heads) if head is None else (head,)
    found = (shown_numbers(trace, "weights", number, view.veil)[0] for number in heads)
    own = tuple(
        LinesOfHead(number + 1, np.zeros((size.T, size.S)) if values is None else np.nan_to_num(values))
        for number, values in zip(heads, found, strict=True)
    )
    scenario = trace.scenario
    title = _heads(heads).capitalize() if size.heads > 1 else "Weights"
    if len(own) > _FEW_HEADS:
        title = f"Mean of {len(own)} heads"
        own = (LinesOfHead(1, np.mean([one.weights for one in own], axis=0)),)
    return TokenLines(
        title, LINES_SUBTITLE, scenario.query_labels, scenario.key_labels, own, min(THRESHOLD, 1 / size.S),
        decimals=view.decimals, legend=view.legend,
    )  # fmt: skip


def labels_of(source: Source, shape: tuple[int, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels of queries and keys; numbers from 1 where there are none."""
    queries = source.tokens or _counted(shape[0])
    keys = source.source_tokens or (source.tokens if shape[0] == shape[1] else None) or _counted(shape[1])
    return queries, keys


def ends_of(layers: Sequence[Array | None], *, whole: bool) -> Limits:
    """The ends of the one scale: 0 and 1, or 0 and the largest weight; wider where saved numbers go beyond."""
    there = [layer for layer in layers if layer is not None]
    low = min([0.0, *(float(layer.min()) for layer in there)])
    high = max([1e-6, *(float(layer.max()) for layer in there)]) if there else 1.0
    return low, max(high, 1.0) if whole else high


def title_of(source: Source) -> str:
    """The source's name, with the beginning of its sentence."""
    return f"{source.title}: “{isolated(source.text, _TITLE)}”" if source.text else source.title


def _heads(heads: Sequence[int]) -> str:
    return f"head{'s' if len(heads) > 1 else ''} {', '.join(str(head + 1) for head in heads)}"


def _counted(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, count + 1)))

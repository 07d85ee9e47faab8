"""The numbers of an overview as lines of a table, for files and the clipboard, at full precision; all count from 1."""

from __future__ import annotations

import numpy as np

from attnviz.figures.labs.exhibit_lines import Lines
from attnviz.figures.overview.contrast_sheet import ContrastSheet
from attnviz.figures.overview.head_grid import HeadGrid
from attnviz.figures.overview.overview import Overview

MOST_ROWS = 2_000_000  # of the grid; more would be no table that anybody opens


def lines_of_overview(figure: Overview) -> Lines:
    """What the figure shows: a weight a line; of the grid those of the tokens that are followed, if some are."""
    if isinstance(figure, HeadGrid):
        return _of_grid(figure)
    if isinstance(figure, ContrastSheet):
        contrast = figure.contrast
        rows = [
            (side.text, str(index + 1), token, float(weight))
            for side in (contrast.left, contrast.right)
            for index, (token, weight) in enumerate(zip(side.tokens, side.weights.tolist(), strict=True))
        ]
        apart = [
            (row.name, "cosine and distance", row.cosine, row.distance) for row in (*contrast.apart, *contrast.path)
        ]
        return Lines(("sentence", "key", "token", "weight"), (*rows, *apart))
    found: list[tuple[str | float, ...]] = []
    for head in figure.heads:
        queries, keys = np.nonzero(figure.seen & (head.weights >= figure.threshold))
        weights = head.weights[queries, keys].tolist()
        for query, key, weight in zip(queries.tolist(), keys.tolist(), weights, strict=True):
            names = figure.queries[query], figure.keys[key]
            found.append((str(head.number), str(query + 1), names[0], str(key + 1), names[1], float(weight)))
    return Lines(("head", "query", "query token", "key", "key token", "weight"), tuple(found))


def _of_grid(figure: HeadGrid) -> Lines:
    down, across = figure.blocks
    queries = figure.shown_queries if figure.query is None else (figure.query,)
    keys = figure.shown_keys if figure.key is None else (figure.key,)
    found: list[tuple[str | float, ...]] = []
    for layer, weights in enumerate(figure.layers):
        if weights is None or len(found) > MOST_ROWS:
            continue
        for head, own in enumerate(weights):
            found += [
                (str(layer + 1), str(head + 1), str(query + 1), str(key + 1), float(own[query // down, key // across]))
                for query in queries
                for key in keys
                if (query % down == 0 and key % across == 0) or figure.query is not None or figure.key is not None
            ]
    return Lines(("layer", "head", "query", "key", "weight"), tuple(found))

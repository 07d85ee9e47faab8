"""Pictures of the verb `model`: all heads as a grid, or the lines of one head, by the painter that the window uses."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from attnviz.cli.parsers import PICTURES
from attnviz.cli.parsing import Arguments
from attnviz.cli.pictures import check_line_count, kind_of
from attnviz.cli.printing import put_file
from attnviz.content.sources.source import Place, Source
from attnviz.content.sources.strongest import strongest, token_at

if TYPE_CHECKING:
    from attnviz.figures.overview.head_grid import HeadGrid
    from attnviz.figures.overview.token_lines import TokenLines

_MARKED = 3  # heads that a search came up with


def is_picture(output: str) -> bool:
    """True if a file of that name is to be a picture."""
    return Path(output).suffix[1:].lower() in PICTURES


def draw_overview(source: Source, given: Arguments) -> None:
    """Writes the grid, or the lines of the head that was asked for. Raises AttentionError where weights are missing."""
    assert given.output is not None
    kind = kind_of(given.output)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # whatever display there may be: nothing is shown
    from attnviz.figures.export import ExportOptions, export_bytes

    figure = _lines(source, given) if given.layer and given.head else _grid(source, given)
    put_file(given.output, export_bytes(figure, ExportOptions(format=kind)), force=given.force)


def _grid(source: Source, given: Arguments) -> HeadGrid:
    from attnviz.figures.overview.composing import head_grid_of
    from attnviz.figures.overview.pooling import thumbs

    wanted = range(source.layers) if given.layer is None else (given.layer - 1,)
    layers, shape = [], (0, 0)
    for layer in wanted:
        weights = source.weights(layer)
        shape = weights.shape[1], weights.shape[2]
        layers.append(thumbs(weights))
    figure = head_grid_of(source, layers, shape)
    if given.layer is not None:
        figure = replace(figure, title=f"{figure.title}, layer {given.layer}")
    query, key = _tokens(source, given)
    if query is None or key is None:
        return figure
    best = strongest(source, query, key, wanted)[:_MARKED]
    places = tuple(Place(place.layer - wanted[0], place.head) for place in (one.place for one in best))
    return replace(figure, query=query, key=key, found=places)


def _lines(source: Source, given: Arguments) -> TokenLines:
    from attnviz.figures.overview.composing import THRESHOLD, token_lines_of

    assert given.layer is not None
    assert given.head is not None
    layer, head = given.layer - 1, given.head - 1
    source.scenario(Place(layer, head))  # which says what is wrong with a layer or head that is not there
    weights = source.weights(layer)
    check_line_count(max(weights.shape[1:]), "Leave --head out for a grid of all heads.")
    figure = token_lines_of(source, layer, weights, (head,))
    query, key = _tokens(source, given)
    return replace(figure, threshold=THRESHOLD, query=query, key=key)


def _tokens(source: Source, given: Arguments) -> tuple[int | None, int | None]:
    """The positions of the two tokens that are searched, None for each where nothing is."""
    if not given.find:
        return None, None
    queries = source.tokens or ()
    return token_at(queries, given.find[0]), token_at(source.source_tokens or queries, given.find[1])

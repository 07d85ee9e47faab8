"""A source read beside the window: first the source itself, then layer after layer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from attnviz.app.worker import Report
from attnviz.content.sources.row_sums import row_sums
from attnviz.content.sources.source import Source
from attnviz.engine.arrays import Array
from attnviz.engine.errors import AttentionError, Stopped
from attnviz.figures.overview.pooling import thumbs


@dataclass(frozen=True, eq=False)
class Made:
    """The source is there; its layers are on their way."""

    source: Source


@dataclass(frozen=True, eq=False)
class Layer:
    """One layer's weights. even: all of its rows sum to 1."""

    source: Source
    index: int
    weights: Array
    even: bool


@dataclass(frozen=True, eq=False)
class AllRead:
    """Nothing more will come of the source. problem: why a layer is missing, the first such reason."""

    source: Source
    problem: AttentionError | None


def read(make: Callable[[], Source], report: Report) -> AllRead:
    """Makes a source, says that it is Made, and says each Layer of it that can be had; a deed for the worker.

    Raises AttentionError where there is no source, Stopped if nobody wants it any more.
    """
    source = make()
    report.say(Made(source))
    problem: AttentionError | None = None
    for index in range(0 if source.missing else source.layers):
        if not report(index / source.layers):
            raise Stopped
        try:
            weights = source.weights(index)
        except AttentionError as error:  # others may be there: X of a checkpoint may be that of one layer
            problem = problem or error
            continue
        thumbs(weights)  # here rather than while it is painted
        even = source.kind != "tensor" or not row_sums(weights).off
        report.say(Layer(source, index, weights, even))
    return AllRead(source, problem)

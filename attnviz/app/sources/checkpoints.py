"""What the room does with checkpoints: the matrices of a head, and rows to attend from out of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from attnviz.content.sources.checkpoint import CheckpointSource
from attnviz.content.sources.source import Place, Source
from attnviz.engine.arrays import Array
from attnviz.engine.errors import FieldError, Where


@dataclass(frozen=True, eq=False)
class Matrices:
    """The projections of one head of a checkpoint, by name."""

    source: Source
    matrices: Mapping[str, Array]


def matrices_of(source: Source, place: Place) -> Matrices:
    """W_Q, W_K, W_V, W_O and biases of a head; none where the source has no matrices of its own."""
    if not isinstance(source, CheckpointSource):
        return Matrices(source, {})
    return Matrices(source, source.matrices(place))


def with_x(source: Source, path: Path, layer: int) -> Source:
    """The checkpoint with the rows of a file: those of every layer, or of the one that is chosen.

    Raises AttentionError for rows that do not fit, and for a source that is no checkpoint.
    """
    if not isinstance(source, CheckpointSource):
        raise FieldError(f"{source.title} takes no X. Open a checkpoint first.", Where("X"))
    try:
        return source.with_x(path)
    except FieldError:  # the file is of one layer and does not say of which
        return source.with_x(path, layer)

"""Opens whatever holds attention of a model: a saved attention tensor, or a checkpoint with its matrices."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import Literal

from attnviz.content.sources.layouts import is_checkpoint
from attnviz.content.sources.saved import open_saved
from attnviz.content.sources.source import Source
from attnviz.content.tensors.opening import open_tensors
from attnviz.engine.errors import FieldError, Where


def kind_of(path: str | os.PathLike[str]) -> Literal["tensor", "checkpoint"]:
    """What a file or folder holds. Raises FileProblem if it cannot be read."""
    return "checkpoint" if _is_model(open_tensors(path).names) else "tensor"


def open_source(
    path: str | os.PathLike[str],
    *,
    text: str = "",
    x: str | os.PathLike[str] | None = None,
    layer: int | None = None,
    residual: bool = False,
    heads: int | None = None,
    tensor: str | None = None,
    axes: str | None = None,
    batch: int = 0,
) -> Source:
    """The source in a file or folder; a checkpoint's own choices are refused for a saved tensor and the other way.

    For a checkpoint: text is a sentence, for a model in BERT's layout with its vocabulary; x a file with what enters
    W_Q, (T, d_model) for `layer` or (layers, T, d_model); residual says that it was saved before the layer norm;
    heads is needed where config.json is missing. For a tensor: tensor is the array's name, axes a letter for each of
    its axes (l b h t s), batch which example, from 0.
    """
    tensors = open_tensors(path)
    if _is_model(tensors.names):
        _refuse("a model's own files", tensor=tensor, axes=axes, batch=batch or None)
        if text and x is not None:
            raise FieldError("The model either reads a sentence or gets X. Leave one of them out.", Where("x"))
        if residual and x is None:
            raise FieldError("residual says what X is, and there is none. Leave it out.", Where("residual"))
        from attnviz.content.sources.checkpoint import open_checkpoint

        source = open_checkpoint(tensors, heads)
        if text:
            return source.with_text(text)
        return source if x is None else source.with_x(x, layer, residual=residual)
    _refuse("saved attention weights", sentence=text or None, x=x, residual=residual or None, heads=heads)
    return open_saved(tensors, tensor, axes, batch)


def _refuse(what: str, **choices: object) -> None:
    """Raises FieldError for the first choice that was made and changes nothing."""
    for name, value in choices.items():
        if value is not None:
            raise FieldError(f"{name} does not apply to {what}. Leave it out.", Where(name))


def _is_model(names: Collection[str]) -> bool:
    """True for a checkpoint, also of a family that is not read: most names then end as those of parameters do."""
    parameters = sum(name.endswith((".weight", ".bias")) for name in names)
    return is_checkpoint(names) or parameters > len(names) / 2

"""Reads what entered the attention of a model's layers, as another program saved it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attnviz.content.atomic import FileProblem
from attnviz.content.sources import asking
from attnviz.content.sources.token_labels import labels_of
from attnviz.content.tensors.formats import Stored
from attnviz.content.tensors.opening import open_tensors
from attnviz.content.tensors.tensors import Tensors, quoted
from attnviz.engine.arrays import Array, frozen
from attnviz.engine.errors import AttentionError, FieldError, ShapeError, Where, counted

_LIKELY = ("X", "x", "hidden_states", "activations", "inputs", "hidden")


@dataclass(frozen=True, eq=False)
class Activations:
    """The rows that enter layers, (T, d_model) each, by layer; tokens label them.

    residual: True if they were saved before the layer norm that stands before W_Q.
    """

    rows: Mapping[int, Array]
    tokens: tuple[str, ...] | None = None
    residual: bool = False
    note: str = ""


def activations(
    given: str | os.PathLike[str] | np.ndarray, layers: int, d_model: int, layer: int | None, *, normed_first: bool,
    residual: bool = False,
) -> Activations:  # fmt: skip
    """The rows in a file or array: (T, d_model) for one layer, or (layers, T, d_model), or one more than layers.

    One more than layers is what transformers saves as hidden_states, the last being what the model puts out. Where the
    family normalises first (`normed_first`), those are the rows before that norm.
    Raises ShapeError or FieldError for what does not fit, FileProblem for a file that cannot be read.
    """
    if isinstance(given, np.ndarray):
        return _laid_out(given, layers, d_model, layer, None, normed_first, residual)
    tensors = open_tensors(given)
    name = _chosen(tensors)
    values = tensors.read(name)
    queries = values.shape[-2] if values.ndim >= 2 else 0
    tokens, _, note = labels_of(tensors, 0, queries, queries)
    try:
        found = _laid_out(values, layers, d_model, layer, tokens, normed_first, residual)
    except FileProblem:
        raise
    except AttentionError as error:
        raise type(error)(f"{tensors.path}: {error}", error.where) from error
    return Activations(found.rows, found.tokens, found.residual, " ".join(filter(None, (found.note, note))))


def _chosen(tensors: Tensors) -> str:
    fit = [name for name in tensors.names if len(tensors.shape(name)) >= 2 and tensors.dtype(name) != "text"]
    likely = [name for name in _LIKELY if name in fit]
    if likely or len(fit) == 1:
        return (likely or fit)[0]
    listed = ", ".join(quoted(name) for name in fit[:6]) or "none"
    raise FileProblem(tensors.path, f"which array holds the rows? It has {listed}. Call it X.")


def _laid_out(
    values: Stored, layers: int, d_model: int, layer: int | None, tokens: tuple[str, ...] | None, normed_first: bool,
    residual: bool,
) -> Activations:  # fmt: skip
    array = values
    while array.ndim > 2 and 1 in array.shape[:-2] and not (array.ndim == 3 and layers == 1):
        array = array.squeeze(axis=array.shape.index(1))  # a batch of one
    if array.ndim not in (2, 3) or array.shape[-1] != d_model:
        raise ShapeError(
            f"X has the shape {values.shape}, but {d_model} numbers enter W_Q. Give (T, {d_model}) for a layer.",
            Where("X"),
        )
    if array.ndim == 2:
        if layer is None and layers > 1:
            raise FieldError(f"X holds the rows of one layer. {asking.sentence(asking.LAYER)}.", Where("layer"))
        return Activations({layer or 0: _rows(array)}, tokens, residual)
    if array.shape[0] not in (layers, layers + 1):
        many = counted(array.shape[0], "matrix").replace("matrixs", "matrices")
        raise ShapeError(f"X holds {many} but the model has {counted(layers, 'layer')}. Give one each.", Where("X"))
    before = residual or (normed_first and array.shape[0] == layers + 1)
    note = "Read as hidden_states of transformers, which lie before the layer norm." if before and not residual else ""
    return Activations(
        {index: _rows(array[index], f"X of layer {index + 1}") for index in range(layers)}, tokens, before, note
    )


def _rows(array: Stored, name: str = "X") -> Array:
    return frozen(array.astype(np.float32) if array.dtype == np.float16 else array, name, 2, dtype=np.float64)

"""One head of a layer's matrices, and whether a layer and a head exist at all."""

from __future__ import annotations

from collections.abc import Mapping

from attnviz.content.sources.source import Place
from attnviz.engine.arrays import Array
from attnviz.engine.errors import FieldError, Where


def check_place(place: Place, layers: int, heads: int) -> None:
    """Raises FieldError if there is no such layer or head."""
    if not 0 <= place.layer < layers:
        raise FieldError(f"There is no layer {place.layer + 1}. Choose one from 1 to {layers}.", Where("layer"))
    if place.head is not None and not 0 <= place.head < heads:
        raise FieldError(f"There is no head {place.head + 1}. Choose one from 1 to {heads}.", Where("head"))


def one_head(matrices: Mapping[str, Array], head: int | None, heads: int, kv_heads: int) -> dict[str, Array]:
    """The columns of W_Q, W_K, W_V and their biases that one query head uses, and its rows of W_O, without b_O.

    With fewer key/value heads, query head h uses key/value head h // (heads / kv_heads). head None: all as they are.
    """
    if head is None:
        return dict(matrices)
    found = {}
    for name, values in matrices.items():
        many = heads if name in ("W_Q", "b_Q", "W_O") else kv_heads
        index = head * many // heads
        if name == "W_O":
            width = values.shape[0] // many
            found[name] = values[index * width : (index + 1) * width]
        elif name != "b_O":
            width = values.shape[-1] // many
            found[name] = values[..., index * width : (index + 1) * width]
    return found

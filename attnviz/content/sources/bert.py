"""The forward pass of models in BERT's layout, in NumPy and float64: embeddings, then attention and a mixer a layer.

Attention itself is the laboratory's own: each layer is a scenario that the engine traces.
Source: Devlin et al. 2019, section 3; Vaswani et al. 2017, section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from attnviz.content.atomic import FileProblem
from attnviz.content.sources import asking, vocabulary
from attnviz.content.sources.activation import ACTIVATIONS
from attnviz.content.sources.bert_parts import check_parts, name_of
from attnviz.content.sources.config import Config
from attnviz.content.sources.layouts import Found, projections, widths
from attnviz.content.sources.slicing import one_head
from attnviz.content.sources.source import Place
from attnviz.content.sources.stored import numbers, refuse_beyond, some_rows
from attnviz.content.sources.wordpiece import WordPiece
from attnviz.content.tensors.tensors import Tensors
from attnviz.engine.arrays import Array
from attnviz.engine.errors import brief
from attnviz.engine.inputs import Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario

_INSTEAD = f"{asking.sentence(asking.X)} instead: what enters W_Q."


@dataclass(frozen=True, eq=False)
class Bert:
    """A model as it lies in its file: matrices are read when a layer is first used, and kept."""

    title: str
    tensors: Tensors
    found: Found
    heads: int
    positions: int
    eps: float
    activation: Callable[[Array], Array]
    causal: bool
    wordpiece: WordPiece
    _kept: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def layers(self) -> int:
        """How many layers it has."""
        return self.found.layers

    @np.errstate(over="ignore", invalid="ignore")  # what is not finite is refused after each norm
    def embedded(self, ids: tuple[int, ...]) -> Array:
        """What enters the first layer, (T, d_model): word, position and type of each token added, then normalised."""
        words = some_rows(self.tensors, self._name("embeddings.word_embeddings.weight"), ids)
        places = some_rows(self.tensors, self._name("embeddings.position_embeddings.weight"), range(len(ids)))
        kinds = some_rows(self.tensors, self._name("embeddings.token_type_embeddings.weight"), [0])
        return self._normalised(words + places + kinds, "embeddings.LayerNorm")

    def matrices(self, layer: int) -> Mapping[str, Array]:
        """W_Q, W_K, W_V, W_O (d_in, d_out) and their biases."""
        key = f"attention {layer}"
        if key not in self._kept:
            self._kept[key] = projections(self.tensors, self.found, layer)
        found: Mapping[str, Array] = self._kept[key]
        return found

    def scenario(self, place: Place, X: Array, title: str, tokens: tuple[str, ...]) -> Scenario:
        """A whole layer, or one head of it, on X (T, d_model)."""
        matrices = one_head(self.matrices(place.layer), place.head, self.heads, self.heads)
        mask = Mask(causal=True) if self.causal else Mask()
        heads = self.heads if place.head is None else 1
        return Scenario(Projected(X, **matrices), title, tokens, heads=heads, mask=mask)

    @np.errstate(over="ignore", invalid="ignore")
    def after(self, layer: int, X: Array, attended: Array) -> Array:
        """What the layer hands on, (T, d_model), given what entered it and what its attention put out."""
        start = f"encoder.layer.{layer}."
        middle = self._normalised(X + attended, f"{start}attention.output.LayerNorm")
        wide = self.activation(self._affine(middle, f"{start}intermediate.dense"))
        return self._normalised(middle + self._affine(wide, f"{start}output.dense"), f"{start}output.LayerNorm")

    def _affine(self, x: Array, name: str) -> Array:
        result: Array = x @ self._stored(f"{name}.weight", 2).T.astype(np.float64) + self._stored(f"{name}.bias")
        return result

    def _normalised(self, x: Array, name: str) -> Array:
        """Each row with mean 0 and variance 1, scaled and shifted. Source: Ba et al. 2016, section 3."""
        gain, shift = self._stored(f"{name}.weight"), self._stored(f"{name}.bias")
        away = x - x.mean(axis=1, keepdims=True)
        result: Array = away / np.sqrt((away * away).mean(axis=1, keepdims=True) + self.eps) * gain + shift
        refuse_beyond(self.tensors, result, self._name(f"{name}.weight"))
        return result

    def _stored(self, name: str, axes: int = 1) -> Array:
        if name not in self._kept:
            self._kept[name] = numbers(self.tensors, name_of(self.tensors, self._name(name)), axes)
        found: Array = self._kept[name]
        return found

    def _name(self, name: str) -> str:
        return self.found.prefix + name


def bert(
    title: str, tensors: Tensors, found: Found, config: Config, wordpiece: WordPiece, *, heads: int | None = None
) -> Bert:
    """The model of a file in BERT's layout. Raises FileProblem for settings that this forward pass does not know."""
    heads = heads or config.whole("num_attention_heads")
    if heads is None:
        raise FileProblem(config.path, f"num_attention_heads is missing. Put it there, or {asking.HEADS}.")
    kind = config.word("position_embedding_type", "absolute")
    if kind != "absolute":
        raise FileProblem(
            config.path, f"position_embedding_type is {brief(kind)}, but only absolute ones are built. {_INSTEAD}"
        )
    name = config.word("hidden_act", "gelu")
    if name not in ACTIVATIONS:
        raise FileProblem(
            config.path, f"hidden_act is {brief(name)}; only {', '.join(ACTIVATIONS)} are built. {_INSTEAD}"
        )
    check_parts(tensors, found, widths(tensors, found)[0])
    positions = tensors.shape(f"{found.prefix}embeddings.position_embeddings.weight")[0]
    words = tensors.shape(f"{found.prefix}embeddings.word_embeddings.weight")[0]
    listed = max(wordpiece.numbers.values(), default=0) + 1
    if listed > words:
        raise FileProblem(
            Path(config.path).with_name(vocabulary.NAME),
            f"it lists {listed} tokens but the model has {words}. Get it and the arrays from one model.",
        )
    return Bert(
        title, tensors, found, heads, positions, config.number("layer_norm_eps", 1e-12), ACTIVATIONS[name],
        config.flag("is_decoder", False), wordpiece,
    )  # fmt: skip

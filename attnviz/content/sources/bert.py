"""The forward pass of models in BERT's layout, in NumPy and float64: embeddings, then attention and a mixer a layer.

Attention itself is the laboratory's own: each layer is a scenario that the engine traces.
Source: Devlin et al. 2019, section 3; Vaswani et al. 2017, section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from attnviz.content.atomic import FileProblem
from attnviz.content.sources.activation import ACTIVATIONS
from attnviz.content.sources.config import Config
from attnviz.content.sources.layouts import Found, projections
from attnviz.content.sources.slicing import one_head
from attnviz.content.sources.source import Place
from attnviz.content.sources.wordpiece import WordPiece
from attnviz.content.tensors.tensors import Tensors, quoted
from attnviz.engine.arrays import Array, refuse_overflow
from attnviz.engine.inputs import Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario


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
        words = self.tensors.rows(self._name("embeddings.word_embeddings.weight"), ids).astype(np.float64)
        places = self.tensors.rows(self._name("embeddings.position_embeddings.weight"), range(len(ids)))
        kinds = self.tensors.rows(self._name("embeddings.token_type_embeddings.weight"), [0])
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
        result: Array = x @ self._stored(f"{name}.weight").T.astype(np.float64) + self._stored(f"{name}.bias")
        return result

    def _normalised(self, x: Array, name: str) -> Array:
        """Each row with mean 0 and variance 1, scaled and shifted. Source: Ba et al. 2016, section 3."""
        gain, shift = self._stored(f"{name}.weight", f"{name}.gamma"), self._stored(f"{name}.bias", f"{name}.beta")
        away = x - x.mean(axis=1, keepdims=True)
        result: Array = away / np.sqrt((away * away).mean(axis=1, keepdims=True) + self.eps) * gain + shift
        refuse_overflow(result, name)
        return result

    def _stored(self, *names: str) -> Array:
        """An array under the first of these names that is there: old files call them gamma and beta."""
        name = next((name for name in names if self._name(name) in self.tensors.entries), names[0])
        if name not in self._kept:
            self._kept[name] = self.tensors.read(self._name(name))
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
        raise FileProblem(config.path, "num_attention_heads is missing. Say how many heads the model has.")
    kind = config.word("position_embedding_type", "absolute")
    if kind != "absolute":
        raise FileProblem(config.path, f"position_embedding_type is {kind!r}; only absolute positions are built.")
    name = config.word("hidden_act", "gelu")
    if name not in ACTIVATIONS:
        raise FileProblem(config.path, f"hidden_act is {name!r}; only {', '.join(ACTIVATIONS)} are built.")
    for part in ("word_embeddings", "position_embeddings", "token_type_embeddings"):
        whole = f"{found.prefix}embeddings.{part}.weight"
        if whole not in tensors.entries:
            raise FileProblem(tensors.path, f"{quoted(whole)} is missing. Get all files of the model.")
    positions = tensors.shape(f"{found.prefix}embeddings.position_embeddings.weight")[0]
    words = tensors.shape(f"{found.prefix}embeddings.word_embeddings.weight")[0]
    if max(wordpiece.numbers.values(), default=0) >= words:
        raise FileProblem(tensors.path, f"vocab.txt lists more tokens than the {words} that the model has.")
    return Bert(
        title, tensors, found, heads, positions, config.number("layer_norm_eps", 1e-12), ACTIVATIONS[name],
        config.flag("is_decoder", False), wordpiece,
    )  # fmt: skip

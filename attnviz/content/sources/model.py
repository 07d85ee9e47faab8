"""A model with a sentence: the attention of every layer, computed layer by layer when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import RLock
from typing import Literal

import numpy as np

from attnviz.content.sources.bert import Bert
from attnviz.content.sources.naming import place_in, title_of
from attnviz.content.sources.slicing import check_place, one_head
from attnviz.content.sources.source import Place
from attnviz.content.sources.wordpiece import LONGEST_TEXT
from attnviz.engine.arrays import Array
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace


@dataclass(frozen=True, eq=False)
class _Layer:
    """What one layer's attention is: weights (heads, T, S), head outputs (heads, T, d_v), what it hands on."""

    weights: Array
    head_outputs: Array
    handed_on: Array


class ModelSource:
    """A model that reads a sentence. Immutable: another sentence is another source over the same matrices.

    Layers are computed in order, each once, by whoever asks first; others wait for it.
    """

    kind: Literal["model"] = "model"
    source_tokens: tuple[str, ...] | None = None
    missing = ""

    def __init__(self, model: Bert, text: str) -> None:
        """Cuts the sentence into tokens; nothing is computed. Raises FieldError if it is empty or too long."""
        self._model = model
        self._text = text
        self._tokens = _tokens_of(model, text)
        self._layers: list[_Layer] = []
        self._first: Array | None = None
        self._lock = RLock()

    @property
    def title(self) -> str:
        """The model's name."""
        return self._model.title

    @property
    def note(self) -> str:
        """What was assumed about its vocabulary, in a sentence; "" if nothing."""
        return self._model.wordpiece.note

    @property
    def text(self) -> str:
        """The sentence as it was typed."""
        return self._text

    @property
    def layers(self) -> int:
        """How many layers it has."""
        return self._model.layers

    @property
    def heads(self) -> int:
        """How many heads each layer has."""
        return self._model.heads

    @property
    def tokens(self) -> tuple[str, ...]:
        """The pieces of the sentence between [CLS] and [SEP]; one that continues a word begins with ##."""
        return self._tokens

    @property
    def special(self) -> frozenset[int]:
        """Positions of [CLS], [SEP] and other tokens that stand for no text."""
        special = self._model.wordpiece.special
        return frozenset(place for place, token in enumerate(self._tokens) if token in special)

    def with_text(self, text: str) -> ModelSource:
        """The same model with another sentence."""
        return ModelSource(self._model, text)

    def hidden(self, layer: int) -> Array:
        """What enters a layer, (T, d_model); `hidden(layers)` is what the last one hands on."""
        with self._lock:
            if layer == 0:
                if self._first is None:
                    ids = self._model.wordpiece.ids(self._tokens)
                    self._first = _read_only(self._model.embedded(ids))
                return self._first
            return self._layer(layer - 1).handed_on

    def weights(self, layer: int) -> Array:
        """The attention weights of a layer, (heads, T, T)."""
        return self._layer(layer).weights

    def head_outputs(self, layer: int) -> Array:
        """The weighted values of each head of a layer, (heads, T, d_v), before they are joined."""
        return self._layer(layer).head_outputs

    def matrices(self, place: Place) -> Mapping[str, Array]:
        """W_* and b_* of a layer or of one head of it."""
        check_place(place, self.layers, self.heads)
        return one_head(dict(self._model.matrices(place.layer)), place.head, self.heads, self.heads)

    def scenario(self, place: Place) -> Scenario:
        """One head, or a whole layer: X as it enters the layer, the model's own matrices, float64 throughout."""
        check_place(place, self.layers, self.heads)
        return self._model.scenario(place, self.hidden(place.layer), title_of(self, place), self._tokens)

    def place_of(self, title: str) -> Place | None:
        """Which place a scenario with that title was opened from."""
        return place_in(self, title)

    def _layer(self, layer: int) -> _Layer:
        check_place(Place(layer, None), self.layers, self.heads)
        with self._lock:
            while len(self._layers) <= layer:
                self._layers.append(self._computed(len(self._layers)))
            return self._layers[layer]

    def _computed(self, layer: int) -> _Layer:
        X = self.hidden(layer)
        traced = trace(self._model.scenario(Place(layer, None), X, "", self._tokens))
        return _Layer(traced.weights, traced.head_output, _read_only(self._model.after(layer, X, traced.output)))


def _tokens_of(model: Bert, text: str) -> tuple[str, ...]:
    if not text.strip():
        raise FieldError("The sentence is empty. Type one.", Where("sentence"))
    if len(text) <= LONGEST_TEXT:
        tokens = model.wordpiece.tokens(text, model.positions)
        if len(tokens) <= model.positions:
            return tokens
    raise FieldError(
        f"The text has more tokens than the {model.positions} that the model reads at once. Shorten it.",
        Where("sentence"),
    )


def _read_only(array: Array) -> Array:
    """The array as one that nobody can write to, copied once: scenarios made from it need no copy of their own."""
    return np.frombuffer(array.tobytes(), array.dtype).reshape(array.shape)

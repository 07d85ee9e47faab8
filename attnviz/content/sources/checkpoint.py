"""A checkpoint as a source: the matrices of every layer and head, and their attention once there is something to read.

What attends is X, the rows that enter W_Q. A model in BERT's layout with its vocabulary can read a sentence instead.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Literal

import numpy as np

from attnviz.content.atomic import FileProblem
from attnviz.content.sources import asking, vocabulary
from attnviz.content.sources.activations import Activations, activations
from attnviz.content.sources.agreement import check_config, check_layers
from attnviz.content.sources.bert import bert
from attnviz.content.sources.config import Config, read_config
from attnviz.content.sources.families import Family, family_of
from attnviz.content.sources.layouts import BERT, GPT2, Found, layer_norm, projections, recognise, widths
from attnviz.content.sources.model import ModelSource
from attnviz.content.sources.naming import place_in, title_of
from attnviz.content.sources.slicing import check_place, one_head
from attnviz.content.sources.source import Place
from attnviz.content.sources.token_labels import special_places
from attnviz.content.tensors.tensors import Tensors
from attnviz.engine.arrays import Array
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.inputs import Projected
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

_MOST_NUMBERS = 64_000_000  # of a layer that opens whole: 0.5 GB in float64


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """The files of a model: its arrays, what family they are, its settings."""

    tensors: Tensors
    found: Found
    config: Config
    family: Family
    d_model: int

    @property
    def folder(self) -> Path:
        """Where its files lie."""
        return Path(self.tensors.path).parent

    @property
    def title(self) -> str:
        """The folder's name, or the file's where it has another name than every model's file."""
        name = Path(self.tensors.path).name
        return self.folder.resolve().name or name if name.startswith("model.") else name


class CheckpointSource:
    """Layers × heads of a checkpoint. Immutable: with X or a sentence it is another source over the same files."""

    kind: Literal["checkpoint"] = "checkpoint"
    text = ""
    source_tokens: tuple[str, ...] | None = None

    def __init__(self, checkpoint: Checkpoint, given: Activations | None = None) -> None:
        self.checkpoint, self._given = checkpoint, given
        self._weights: dict[int, Array] = {}
        self._lock = RLock()

    @property
    def title(self) -> str:
        """The name of its folder or file."""
        return self.checkpoint.title

    @property
    def family(self) -> str:
        """What people call such models, such as "GPT-2"."""
        return self.checkpoint.family.words

    @property
    def layers(self) -> int:
        """How many layers it has."""
        return self.checkpoint.found.layers

    @property
    def heads(self) -> int:
        """How many query heads each layer has."""
        return self.checkpoint.family.heads

    @property
    def kv_heads(self) -> int:
        """How many key/value heads each layer has."""
        return self.checkpoint.family.kv_heads or self.heads

    @property
    def tokens(self) -> tuple[str, ...] | None:
        """Labels of the rows of X, if the file had any."""
        return self._given.tokens if self._given is not None else None

    @property
    def special(self) -> frozenset[int]:
        """Positions of tokens such as [CLS] or <s>."""
        return special_places(self.tokens)

    @property
    def note(self) -> str:
        """What was assumed, in a sentence or two; "" if nothing."""
        return " ".join(filter(None, (self.checkpoint.family.note, self._given.note if self._given else "")))

    @property
    def speaks(self) -> bool:
        """True if it can read a sentence: BERT's layout, with vocab.txt beside it."""
        return self._silence == ""

    @property
    def missing(self) -> str:
        """What is needed before there are weights, in one sentence; "" if nothing is."""
        if self.checkpoint.family.refused:
            return self.checkpoint.family.refused
        if self._given is not None:
            return ""
        sentence = "type a sentence, or " if self.speaks else ""
        norm = " after the layer norm" if self.checkpoint.found.layout.norm else ""
        return (
            f"To see weights, {sentence}{asking.X}, the rows that enter W_Q{norm}, as .npy, .npz or .safetensors of "
            f"the shape (T, {self.checkpoint.d_model}) for a layer."
        )

    def matrices(self, place: Place) -> Mapping[str, Array]:
        """W_Q, W_K, W_V, W_O, each (d_in, d_out), and the biases there are, of a layer or of one head of it."""
        check_place(place, self.layers, self.heads)
        whole = projections(self.checkpoint.tensors, self.checkpoint.found, place.layer)
        return one_head(whole, place.head, self.heads, self.kv_heads)

    def with_x(
        self, x: str | os.PathLike[str] | np.ndarray, layer: int | None = None, *, residual: bool = False
    ) -> CheckpointSource:
        """The same checkpoint with rows to attend from: (T, d_model) for `layer`, or (layers, T, d_model).

        residual: they were saved before the layer norm that stands before W_Q, which is then applied.
        Raises AttentionError for rows that do not fit.
        """
        if layer is not None:
            check_place(Place(layer, None), self.layers, self.heads)
        first = bool(self.checkpoint.found.layout.norm)
        if residual and not first:
            raise FieldError(f"{self.family} has no layer norm before attention. Give X as it is.", Where("residual"))
        given = activations(x, self.layers, self.checkpoint.d_model, layer, normed_first=first, residual=residual)
        return CheckpointSource(self.checkpoint, given)

    def with_text(self, text: str) -> ModelSource:
        """The model reading a sentence. Raises FieldError, saying why, if it cannot."""
        self._refuse_unbuilt()
        if self._silence:
            raise FieldError(f"{self.title}: {self._silence}", Where("sentence"))
        one = self.checkpoint
        words = vocabulary.read_wordpiece(one.folder)
        return ModelSource(bert(one.title, one.tensors, one.found, one.config, words, heads=self.heads), text)

    def weights(self, layer: int) -> Array:
        """The attention weights of a layer, (heads, T, T), computed by the engine head by head, and kept."""
        with self._lock:
            if layer not in self._weights:
                X, whole = self._rows(Place(layer, None)), self.matrices(Place(layer, None))
                places = [Place(layer, head) for head in range(self.heads)]
                rows = [trace(self._scenario(place, X, whole)).at("weights", 0) for place in places]
                found = np.stack(rows)
                found.flags.writeable = False
                self._weights[layer] = found
            return self._weights[layer]

    def scenario(self, place: Place) -> Scenario:
        """One head, or a whole layer, with the family's mask, positions and scale.

        Raises FieldError for a layer of more numbers than can be edited.
        """
        X, whole = self._rows(place), self.matrices(Place(place.layer, None))
        size = sum(values.size for values in whole.values())
        if place.head is None and size > _MOST_NUMBERS:
            raise FieldError(f"This layer has {size // 10**6} million numbers. Open one of its heads.", Where("head"))
        return self._scenario(place, X, whole)

    def _scenario(self, place: Place, X: Array, whole: Mapping[str, Array]) -> Scenario:
        family, alone = self.checkpoint.family, place.head is not None
        matrices = one_head(whole, place.head, self.heads, self.kv_heads)
        d_k = matrices["W_Q"].shape[1] // (1 if alone else self.heads)
        return Scenario(
            Projected(X, **matrices), title_of(self, place), self.tokens,
            heads=1 if alone else self.heads, kv_heads=None if alone else family.kv_heads,
            scale=family.factor(place.layer, d_k), softcap=family.softcap,
            positions=family.rotary, mask=family.mask(place.layer),
        )  # fmt: skip

    def place_of(self, title: str) -> Place | None:
        """Which place a scenario with that title was opened from."""
        return place_in(self, title)

    @property
    def _silence(self) -> str:
        """Why it cannot read a sentence; "" if it can."""
        if self.checkpoint.family.refused:
            return self.checkpoint.family.refused
        if self.checkpoint.found.layout is not BERT or self.family != "BERT":
            return (
                f"{self.family} cannot read a sentence here, only BERT itself can. {asking.sentence(asking.X)} instead."
            )
        if not (self.checkpoint.folder / vocabulary.NAME).is_file():
            return f"to read a sentence it needs {vocabulary.NAME} in its folder. Put it there, or {asking.X}."
        return ""

    def _refuse_unbuilt(self) -> None:
        """Raises FileProblem for a model whose numbers cannot be computed here."""
        if self.checkpoint.family.refused:
            raise FileProblem(self.checkpoint.config.path, self.checkpoint.family.refused)

    def _rows(self, place: Place) -> Array:
        """X of a layer. Raises FieldError where there is none."""
        check_place(place, self.layers, self.heads)
        self._refuse_unbuilt()
        if self.missing:
            raise FieldError(f"{self.title}: {self.missing}", Where("X"))
        assert self._given is not None
        rows = self._given.rows.get(place.layer)
        if rows is None:
            have = ", ".join(str(layer + 1) for layer in self._given.rows)
            raise FieldError(
                f"X is there for layer {have} only. Choose that one, or {asking.X} for this one.", Where("X")
            )
        if not self._given.residual:
            return rows
        family, one = self.checkpoint.family, self.checkpoint
        return layer_norm(
            one.tensors, one.found, place.layer, rows, family.eps,
            centred=one.found.layout is GPT2, plus_one=family.plus_one,
        )  # fmt: skip


def open_checkpoint(tensors: Tensors, heads: int | None = None) -> CheckpointSource:
    """The checkpoint whose arrays these are, with the config.json beside them.

    heads: where there is no config.json. Raises HeadsUnknown without either, FileProblem for another family, for arrays
    that do not fit one another and for a config.json of another model.
    """
    found = recognise(tensors.names, tensors.path)
    check_layers(tensors, found)
    config = read_config(Path(tensors.path).parent)
    d_model, d_q, d_kv = widths(tensors, found)
    family = family_of(config, found, tensors, d_q, d_kv, heads)
    check_config(config, tensors, found, d_model, d_q, d_kv, family.heads)
    return CheckpointSource(Checkpoint(tensors, found, config, family, d_model))

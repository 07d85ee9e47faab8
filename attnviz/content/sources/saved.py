"""Attention weights that another program saved, as a source: shown as they are, never made to sum to one."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Literal

import numpy as np

from attnviz.content.atomic import FileProblem
from attnviz.content.sources.naming import place_in, title_of
from attnviz.content.sources.slicing import check_place
from attnviz.content.sources.source import Place
from attnviz.content.sources.tensor_axes import Reading, reading_of
from attnviz.content.sources.token_labels import labels_of, special_places
from attnviz.content.tensors.tensors import Tensors
from attnviz.engine.arrays import Array, frozen
from attnviz.engine.errors import FieldError, NonFinite, ShapeError, Where
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario

_MOST_NUMBERS = 1 << 27  # of one layer: eight heads over 4,096 tokens, 1 GB in float64
_KEPT_BYTES = 512 << 20  # of layers that were read; older ones are read again


class TensorSource:
    """Layers of saved weights. Immutable: another reading of the same file is another source."""

    kind: Literal["tensor"] = "tensor"
    text = ""
    missing = ""

    def __init__(self, tensors: Tensors, reading: Reading, batch: int = 0) -> None:
        """Reads labels, no weights. Raises FieldError for a batch that is not there."""
        if not 0 <= batch < reading.size("b"):
            raise FieldError(
                f"There is no example {batch + 1} in the batch. Choose one from 1 to {reading.size('b')}.",
                Where("batch"),
            )
        size = reading.size("h") * reading.size("t") * reading.size("s")
        if size > _MOST_NUMBERS:
            raise FileProblem(
                tensors.path, f"a layer holds {size // 10**6} million weights, more than are read. Save fewer tokens."
            )
        self._tensors, self.reading, self.batch = tensors, reading, batch
        self.tokens, self.source_tokens, unfit = labels_of(tensors, batch, reading.size("t"), reading.size("s"))
        self.note = " ".join(sentence for sentence in (reading.note, unfit) if sentence)
        self._kept: OrderedDict[int, Array] = OrderedDict()
        self._lock = Lock()

    @property
    def title(self) -> str:
        """The file's name."""
        return Path(self._tensors.path).name

    @property
    def layers(self) -> int:
        """How many layers it has."""
        return self.reading.layers

    @property
    def heads(self) -> int:
        """How many heads each layer has."""
        return self.reading.size("h")

    @property
    def batches(self) -> int:
        """How many examples were saved together."""
        return self.reading.size("b")

    @property
    def turned(self) -> bool:
        """True if the file is read with queries on the columns."""
        return self.reading.axes.endswith("st")

    @property
    def special(self) -> frozenset[int]:
        """Positions of keys such as [CLS] and [SEP]."""
        return special_places(self.source_tokens or self.tokens)

    def turn(self) -> TensorSource:
        """The same file with queries and keys the other way round."""
        axes = self.reading.axes[:-2] + ("ts" if self.turned else "st")
        return TensorSource(self._tensors, Reading(self.reading.names, axes, self.reading.shape), self.batch)

    def with_batch(self, batch: int) -> TensorSource:
        """The same file, another example of its batch."""
        return TensorSource(self._tensors, self.reading, batch)

    def weights(self, layer: int) -> Array:
        """The weights of a layer as saved, (heads, T, S). Raises FileProblem for NaN or an infinity among them."""
        check_place(Place(layer, None), self.layers, self.heads)
        with self._lock:
            if layer not in self._kept:
                self._kept[layer] = self._read(layer)
                while len(self._kept) > 1 and sum(one.nbytes for one in self._kept.values()) > _KEPT_BYTES:
                    self._kept.popitem(last=False)
            return self._kept[layer]

    def scenario(self, place: Place) -> Scenario:
        """One head, or a whole layer, as given weights."""
        check_place(place, self.layers, self.heads)
        weights = self.weights(place.layer)
        if place.head is not None:
            weights = weights[place.head : place.head + 1]
        return Scenario(GivenWeights(weights), title_of(self, place), self.tokens, self.source_tokens)

    def place_of(self, title: str) -> Place | None:
        """Which place a scenario with that title was opened from."""
        return place_in(self, title)

    def _read(self, layer: int) -> Array:
        block = self.reading.block(self._tensors, layer, self.batch)
        try:
            return frozen(block.astype(np.float32) if block.dtype == np.float16 else block, f"layer {layer + 1}", 3)
        except NonFinite as error:
            place = str(error).split(". ")[0]
            raise FileProblem(
                self._tensors.path, f"{place}: a query that sees no key gives NaN. Save that row as zeros."
            ) from error
        except ShapeError as error:
            raise FileProblem(self._tensors.path, str(error)) from error


def open_saved(tensors: Tensors, tensor: str | None = None, axes: str | None = None, batch: int = 0) -> TensorSource:
    """The attention weights of a file. Raises FileProblem or FieldError where it is not clear which they are."""
    return TensorSource(tensors, reading_of(tensors, tensor, axes), batch)

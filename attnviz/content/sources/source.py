"""What every source is: layers of heads beside the document, from which one head at a time is opened as a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from attnviz.engine.arrays import Array
from attnviz.engine.scenario import Scenario


@dataclass(frozen=True)
class Place:
    """A layer of a source and one of its heads; all count from 0. head None is the whole layer."""

    layer: int
    head: int | None


class Source(Protocol):
    """Layers × heads of attention, immutable; weights of a layer are computed or read when first asked for and kept.

    A model with a sentence, a saved attention tensor, a checkpoint with X. A checkpoint that has matrices but nothing
    to attend from has no weights yet: `missing` says in one sentence what it needs.
    """

    @property
    def kind(self) -> Literal["model", "tensor", "checkpoint"]:
        """What it is."""
        ...

    @property
    def title(self) -> str:
        """What people call it: the model's name or the file's."""
        ...

    @property
    def text(self) -> str:
        """The sentence that was typed; "" where there is none."""
        ...

    @property
    def layers(self) -> int:
        """How many layers it has."""
        ...

    @property
    def heads(self) -> int:
        """How many query heads each layer has."""
        ...

    @property
    def tokens(self) -> tuple[str, ...] | None:
        """Labels of the queries, or None."""
        ...

    @property
    def source_tokens(self) -> tuple[str, ...] | None:
        """Labels of the keys where they are other tokens than the queries, else None."""
        ...

    @property
    def special(self) -> frozenset[int]:
        """Positions of special tokens, such as [CLS] and [SEP]; empty where unknown."""
        ...

    @property
    def missing(self) -> str:
        """What it needs before it has weights; "" if nothing."""
        ...

    def weights(self, layer: int) -> Array:
        """The attention weights of a layer, (heads, T, S), as computed or as saved, read-only.

        Raises AttentionError where they cannot be had.
        """
        ...

    def scenario(self, place: Place) -> Scenario:
        """One head, or a whole layer, as a scenario: its title names source, layer and head counted from 1.

        X is what enters the layer, W_* and b_* are the model's own, in (d_in, d_out) layout. For one head W_O is that
        head's rows, without b_O. Saved weights give GivenWeights. Raises AttentionError where something is missing.
        """
        ...

    def place_of(self, title: str) -> Place | None:
        """Which place a scenario with that title was opened from, None if from none of this source."""
        ...

"""Where a trace keeps each stage: under which head, of which size, and with what was made of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from attnviz.engine.amounts import is_large
from attnviz.engine.arrays import Array
from attnviz.engine.budget import Store
from attnviz.engine.errors import NoSuchStage, Where, brief
from attnviz.engine.keeping import Keeping, Key
from attnviz.engine.positions import Alibi
from attnviz.engine.results import Known
from attnviz.engine.rules import stages_of
from attnviz.engine.scenario import Scenario
from attnviz.engine.settings import position
from attnviz.engine.stages import BY_NAME

BY_KV_HEAD = frozenset({"keys", "values", "rotated_keys"})
_FEW_BYTES = 4 << 20  # of a matrix up to which its parts are looked at where they lie


class Placing(Keeping):
    """The part of a trace that knows the names and sizes of its stages.

    stages: their names in reading order. large: each stage is computed by itself.
    """

    def __init__(self, scenario: Scenario, store: Store) -> None:
        super().__init__(scenario, store)
        self.stages = stages_of(scenario)
        self.large = is_large(self.sizes)

    def shape(self, name: str) -> tuple[int, int]:
        """Rows and columns of one head's stage, or of an input, whether it is computed or not."""
        if name not in self.stages:
            if name == "alibi" and isinstance(self.scenario.positions, Alibi):
                return self.sizes.T, self.sizes.S
            values = next((values for own, values in self.scenario.given() if own == name), None)
            if values is None:
                raise self.no_such_stage(name)
            rows, columns = (1, *values.shape)[-2:]
            return rows, columns
        size = self.sizes
        counts = {
            "queries": size.T, "keys": size.S, "d_k": size.d_k, "d_v": size.d_v,
            "heads·d_v": size.heads * (size.d_v or 0), "d_out": size.d_out,
        }  # fmt: skip
        rows, columns = (counts[axis] or 0 for axis in BY_NAME[name].axes)  # 0 where there is no such stage
        return rows, columns

    def slot(self, name: str, head: int | None) -> int | None:
        """The head that a stage is kept under: a key/value head for keys and values, None for what has no heads.

        Raises NoSuchStage for a head that does not exist.
        """
        if not BY_NAME[name].per_head:
            return None
        if type(head) is not int or not 0 <= head < self.sizes.heads:
            head = 0 if head is None else position(head, "head", "head")
            if not 0 <= head < self.sizes.heads:
                text = f"There is no head {head + 1}. Choose one from 1 to {self.sizes.heads}."
                raise NoSuchStage(text, Where("head"))
        return head * self.sizes.kv_heads // self.sizes.heads if name in BY_KV_HEAD else head

    def places(self) -> Iterator[tuple[str, int | None]]:
        """Every stage of every query head, in reading order."""
        for name in self.stages:
            for head in range(self.sizes.heads) if BY_NAME[name].per_head else (None,):
                yield name, head

    def made(self, name: str, head: int | None = None) -> dict[Hashable, Any]:
        """What others made of a result or an input, to be kept with it; empty, and kept nowhere, if it is not there."""
        key = self._key_of_made(name, head)
        if key not in self._done and name not in (*self.stages, "alibi"):
            values = self.scenario.matrix(name)
            before = self._before.get(key)
            same = before is not None and before.operands[0] is values
            self._done[key] = before if same and before is not None else Known((values,), values)
        known = self._done.get(key)
        return {} if known is None else known.made

    def made_before(self, name: str, head: int | None = None) -> dict[Hashable, Any]:
        """What was made of the same result of an earlier scenario, to be shown as such until there is a new one."""
        known = self._before.get(self._key_of_made(name, head))
        return {} if known is None else known.made

    def _key_of_made(self, name: str, head: int | None) -> Key:
        if name in self.stages:
            return name, self.slot(name, head)
        return (name, self.slot("biased", head)) if name == "alibi" else (f"made of {name}", None)

    def no_such_stage(self, name: str) -> NoSuchStage:
        """The error for a name that this trace has no numbers for."""
        names = ", ".join(dict.fromkeys((*self.stages, *(own for own, _ in self.scenario.inputs.items()))))
        return NoSuchStage(f"This scenario has no stage {brief(name)}. Choose one of: {names}.", Where(name))


def part_of(values: Array, head: int, width: int) -> Array:
    """One head's columns of an input that holds the heads side by side, or its matrix where there is one a head."""
    if values.ndim == 3:
        matrix: Array = values[head]
        return matrix
    if values.shape[-1] == width:
        return values
    part: Array = values[..., head * width : (head + 1) * width]
    # A copy lets go of the other heads of an older scenario; of few numbers that saves less than fresh memory costs.
    return part if values.nbytes <= _FEW_BYTES else part.copy()


def lies_alike(one: Array, other: Array) -> bool:
    """True if equal numbers give equal products to the bit: what lies apart may be added in another order."""
    return one.dtype == other.dtype and one.strides == other.strides

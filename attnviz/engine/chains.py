"""The rules of a large trace: each stage of a head straight from queries and keys, by blocks, nothing between kept."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.blocks import Chain, mixed, mixed_together, shifted, stage_of
from attnviz.engine.blocks.rows import block_around, block_start, rows_of
from attnviz.engine.errors import AttentionError, HiddenRow
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.keeping import read_only
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi
from attnviz.engine.rules import Step, beside_each_other, matched_stages
from attnviz.engine.softmax import hidden_row

if TYPE_CHECKING:
    from attnviz.engine.tracing import Trace

CHAINED = ("scores", "scaled", "capped", "biased", "tempered", "masked", "exponentials", "weights")


def chain_of(trace: Trace, name: str, head: int) -> Chain:
    """What one head's stage is computed from; settings that come later than the stage are left at nothing."""
    scenario, upto = trace.scenario, CHAINED.index(name)
    queries, keys = (trace.at(stage, head) for stage in matched_stages(scenario))

    def used(stage: str) -> bool:
        return CHAINED.index(stage) <= upto

    alibi = scenario.positions if used("biased") and isinstance(scenario.positions, Alibi) else None
    return Chain(
        queries=queries,
        keys=keys,
        factor=scenario.factor if used("scaled") else 1.0,
        softcap=scenario.softcap if used("capped") else None,
        slope=None if alibi is None else alibi.of(trace.sizes.heads)[head],
        bias=trace.part("bias", head, trace.sizes.S) if used("biased") else None,
        temperature=scenario.temperature if used("tempered") else 1.0,
        mask=scenario.mask if used("masked") else Mask(),
        decimals=scenario.pencil,
    )


def chained(name: str) -> Callable[[Trace, int], Step]:
    """The rule of one stage from scores to weights."""

    def rule(trace: Trace, head: int) -> Step:
        chain = chain_of(trace, name, head)

        def compute(*_operands: object) -> Array:
            return told(trace, head, lambda: stage_of(chain, name, report=trace.report, head=shown_head(trace, head)))

        return Step(chain, compute, computes=False)

    return rule


def some_rows(name: str, row: int) -> Callable[[Trace, int], Step]:
    """The rule of the block of rows around one row of a stage from scores to weights."""

    def rule(trace: Trace, head: int) -> Step:
        chain = chain_of(trace, name, head)
        block = block_around(chain, row)

        def compute(*_operands: object) -> Array:
            return told(trace, head, lambda: _rows_around(row, chain, name, block, shown_head(trace, head)))

        return Step((*chain, block.start), compute, computes=False)

    return rule


def _rows_around(row: int, chain: Chain, name: str, block: slice, head: int | None) -> Array:
    """The block of rows. Where several see no key, it is the one asked for that is named, if it is one of them."""
    try:
        return rows_of(chain, name, block, head=head)
    except HiddenRow:
        if np.isneginf(rows_of(chain, "masked", block, head=head)[row - block.start]).all():
            raise hidden_row(row) from None
        raise


def first_row(trace: Trace, row: int) -> int:
    """The first row of the block that a row of a large stage is computed with."""
    return block_start(trace.sizes.T, trace.sizes.S, row)


def mixed_values(trace: Trace, head: int) -> Step:
    """The rule of a head's output, for which no weights are kept."""
    return _mixing(trace, head)[2]


def _mixing(trace: Trace, head: int) -> tuple[Chain, Array, Step]:
    chain, values = chain_of(trace, "weights", head), trace.at("values", head)

    def compute(*_operands: object) -> Array:
        return told(trace, head, lambda: mixed(chain, values, report=trace.report, head=shown_head(trace, head)))

    return chain, values, Step((*chain, values), compute, computes=False)


def concatenated(trace: Trace, _head: int) -> Step:
    """The rule of all heads' outputs beside each other, which are computed together."""
    count = trace.sizes.heads
    beside, found = mix_together(trace) if count > 1 else (None, {})
    # What was found is used as it is: a small budget may have dropped it since, and it would be computed once more.
    outputs = tuple(found[head] if head in found else trace.at("head_output", head) for head in range(count))
    whole = beside if len(found) == count else None
    return Step(outputs, beside_each_other if whole is None else lambda *_: whole, computes=False)


def mix_together(trace: Trace) -> tuple[Array | None, dict[int, Array]]:
    """Computes the outputs of heads that are neither there nor handed on: beside each other, and by head.

    A fault is left to be told by itself: nothing is found then.
    """
    found: dict[int, Array] = {}
    with contextlib.suppress(AttentionError):
        heads = [(head, *_mixing(trace, head)) for head in range(trace.sizes.heads)]
        missing = [own for own in heads if not trace.has(("head_output", own[0]), own[3])]
        beside = mixed_together([(chain, values) for _, chain, values, _ in missing], report=trace.report)
        if beside is not None:
            beside = read_only(beside)  # before it is shared: a part could be made writable as long as the whole is
            for (head, _, _, step), output in zip(missing, np.split(beside, len(missing), axis=1), strict=True):
                trace.keep(("head_output", head), step, output)
                found[head] = output
            return beside, found
    return None, found


def shift_of(trace: Trace, head: int) -> bool:
    """True if the head's exponentials are shifted; computed without keeping a score."""
    return shifted(chain_of(trace, "masked", head))


def fill(trace: Trace, name: str, head: int, out: Array) -> None:
    """Computes one head's stage into an array of others."""
    chain = chain_of(trace, name, head)
    told(trace, head, lambda: stage_of(chain, name, out=out, report=trace.report, head=shown_head(trace, head)))


def shown_head(trace: Trace, head: int) -> int | None:
    """The head as an error names it: only where there are several."""
    return head if trace.sizes.heads > 1 else None


def told(trace: Trace, head: int, compute: Callable[[], Array]) -> Array:
    """What `compute` gives; a row that sees no key is named as the scenario names it."""
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            return compute()
    except HiddenRow as error:
        scenario, row = trace.scenario, error.where.row
        assert row is not None
        one_head = scenario.heads > 1 and scenario.bias is not None and scenario.bias.ndim == 3
        raise hidden_row(row, scenario.tokens[row] if scenario.tokens else None, head if one_head else None) from None


def chain_rules(trace: Trace) -> dict[str, Callable[[Trace, int], Step]]:
    """The rules of a large trace that differ from those of a small one."""
    if isinstance(trace.scenario.inputs, GivenWeights):
        return {}
    return {**{name: chained(name) for name in CHAINED}, "head_output": mixed_values, "concatenated": concatenated}

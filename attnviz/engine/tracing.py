"""Every intermediate of one scenario under its one name, computed when asked for and kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from attnviz.engine.arrays import Array, check_amount, refuse_overflow
from attnviz.engine.cells import Cell, Region
from attnviz.engine.errors import AttentionError, FieldError, NoSuchStage, Where, brief
from attnviz.engine.pencil import rounded
from attnviz.engine.positions import Alibi
from attnviz.engine.rotation import penalties
from attnviz.engine.rules import RULES, Step, stages_of
from attnviz.engine.scenario import DTYPES, Scenario
from attnviz.engine.settings import position
from attnviz.engine.stages import BY_NAME

EXPONENT_LIMIT = 80.0  # e^80 ≈ 5.5e34 fits in float32, and e^−80 is no less exact in it


def trace(scenario: Scenario, previous: Trace | None = None) -> Trace:
    """The intermediates of `scenario`; arrays whose inputs did not change are the same objects as in `previous`."""
    return Trace(scenario, previous)


@dataclass(frozen=True)
class _Known:
    operands: tuple[Any, ...]
    result: Array


# A stage or input, and the head: a key/value head for keys and values, None where there is none, ALL for the stack.
_Key = tuple[str, int | None]
ALL = -1


def check_scenario(scenario: object, taker: str) -> None:
    """Raises FieldError for what is no scenario, naming the function that takes one."""
    if not isinstance(scenario, Scenario):
        kind = type(scenario).__name__
        raise FieldError(f"{taker} takes a Scenario, not {kind}. Make one, or load it.", Where("scenario"))


class Trace:
    """One scenario's intermediates, lazy by stage and head, read-only, each computed once.

    `trace.weights` and so on are whole arrays: per-head stages lead with the head axis, (h, T, S) for the scores to
    the weights, (h, T, d_k) for queries, (kv_heads, S, d_k) for keys, (kv_heads, S, d_v) for values, (h, T, d_v) for
    head_output; concatenated is (T, h·d_v), output (T, d_out).
    """

    def __init__(self, scenario: Scenario, previous: Trace | None = None) -> None:
        check_scenario(scenario, "trace")
        if not isinstance(previous, Trace | None):
            raise FieldError(f"previous is {type(previous).__name__}. Give a Trace or nothing.", Where("previous"))
        self.scenario = scenario
        self.sizes = scenario.sizes
        self.stages = stages_of(scenario)
        self._one_to_one = self.sizes.kv_heads == self.sizes.heads  # every stage is kept under its query head
        self._done: dict[_Key, _Known] = {}
        self._exact: Trace | None = None
        # What links found for the cells asked for last. It lies here so that it goes with the trace.
        self.linked: dict[tuple[str, Cell], tuple[Region, ...]] = {}
        # Earlier results, never the earlier trace itself: that one would keep all before it alive.
        self._before: dict[_Key, _Known] = {}
        self._before_exact: dict[_Key, _Known] = {}
        if previous is not None:
            exact = previous if previous.scenario.pencil is None else previous._exact
            exact_done = {} if exact is None else exact._done
            self._before = exact_done if scenario.pencil is None else previous._done
            self._before_exact = {} if scenario.pencil is None else exact_done

    def at(self, name: str, head: int | None = None) -> Array:
        """The (rows, columns) of one stage for one query head, or of an input by its name; a bias is one row.

        "alibi", where the scenario has it, is what each pair's distance adds to its score, (T, S), never rounded.
        Raises NoSuchStage, HiddenRow from exponentials on, Overflow where a result is too large for its format.
        """
        if name not in self.stages:
            return self._input(name, head)
        known = self._done.get((name, head)) if self._one_to_one and head != ALL else None
        if known is not None:  # the short way to what is there
            return known.result
        key = (name, self.slot(name, head))
        known = self._done.get(key)
        return self._compute(key, RULES[name](self, key[1] or 0)) if known is None else known.result

    def peek(self, name: str, head: int | None = None) -> Array | None:
        """As `at`, but None where it is not computed yet."""
        if name not in self.stages:
            return self._input(name, head)
        known = self._done.get((name, self.slot(name, head)))
        return None if known is None else known.result

    def compute(self) -> AttentionError | None:
        """Computes every stage of every head; comes back with the first error on the way, or None."""
        problem: AttentionError | None = None
        for name in self.stages:
            for head in range(self.sizes.heads) if BY_NAME[name].per_head else (None,):
                try:
                    self.at(name, head)
                except AttentionError as error:
                    problem = problem or error
        if problem is None:
            for name in self.stages:
                if (name, ALL) in self._before:
                    self._stacked(name)
            self._before = {}  # whatever could be handed on has been
        return problem

    @property
    def exact(self) -> Trace:
        """The same scenario without pencil precision; this trace itself if it has none."""
        if self.scenario.pencil is None:
            return self
        if self._exact is None:
            self._exact = Trace(replace(self.scenario, pencil=None))
            self._exact._before, self._before_exact = self._before_exact, {}
        return self._exact

    def shifted(self, head: int) -> bool:
        """True if this head's exponentials are e^(s − row maximum) and not plain e^s.

        So it is where a row's maximum lies beyond ±80, and where pencil precision would round a whole row to 0.
        """
        top = self.at("masked", head).max(axis=1)
        top = top[~np.isneginf(top)]
        if (np.abs(top) > EXPONENT_LIMIT).any():
            return True
        decimals = self.scenario.pencil
        return decimals is not None and bool((rounded(np.exp(top), decimals) == 0).any())

    def part(self, name: str, head: int, width: int) -> Array | None:
        """One head's columns of an input, or its matrix where there is one a head; None without that input.

        It is the same object as before if its numbers are the same, so that an edit to one head leaves the others.
        """
        given = self.scenario.bias if name == "bias" else getattr(self.scenario.inputs, name)
        if given is None:
            return None
        values = self._as_used(name, given)
        key = (f"part of {name}", head)
        known = self._done.get(key)
        if known is None:
            before = self._before.get(key)
            if before is not None and before.operands[0] is values and before.result.shape[-1] == width:
                known = before
            else:
                part = _part(values, head, width)
                if before is not None and before.result.dtype == part.dtype and np.array_equal(before.result, part):
                    part = before.result
                part.flags.writeable = False
                known = _Known((values,), part)
            self._done[key] = known
        return known.result

    def slot(self, name: str, head: int | None) -> int | None:
        """The head that a stage is kept under: a key/value head for keys and values, None for what has no heads.

        Raises NoSuchStage for a head that does not exist.
        """
        if not BY_NAME[name].per_head:
            return None
        head = 0 if head is None else position(head, "head", "head")
        if not 0 <= head < self.sizes.heads:
            raise NoSuchStage(f"There is no head {head + 1}. Choose one from 1 to {self.sizes.heads}.", Where("head"))
        return head * self.sizes.kv_heads // self.sizes.heads if name in _BY_KV_HEAD else head

    def __getattr__(self, name: str) -> Array:
        if name.startswith("_") or name not in BY_NAME:
            raise AttributeError(name)
        if name not in self.stages:
            raise self._no_such_stage(name)
        return self._stacked(name) if BY_NAME[name].per_head else self.at(name)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is copied or goes to another process: as its scenario, to be computed anew."""
        return trace, (self.scenario,)

    def _stacked(self, name: str) -> Array:
        """All heads of a stage, (heads, rows, columns)."""
        group = self.sizes.heads // self.sizes.kv_heads if name in _BY_KV_HEAD else 1
        first = self.at(name, 0)
        check_amount((self.sizes.heads // group, *first.shape), name)
        parts = tuple(self.at(name, head) for head in range(0, self.sizes.heads, group))
        known = self._done.get((name, ALL))
        return self._compute((name, ALL), Step(parts, _stack, computes=False)) if known is None else known.result

    def _input(self, name: str, head: int | None) -> Array:
        if name == "bias" and self.scenario.bias is not None:
            part = self.part("bias", head or 0, self.sizes.S)
            assert part is not None
            return part
        if name == "alibi" and isinstance(self.scenario.positions, Alibi):
            return self._alibi(self.scenario.positions, self.slot("biased", head) or 0)
        for own, values in self.scenario.inputs.items():
            if own == name:
                used = self._as_used(name, values)
                return used[np.newaxis] if used.ndim == 1 else used
        raise self._no_such_stage(name)

    def _alibi(self, alibi: Alibi, head: int) -> Array:
        """One head's penalties by distance. They depend on settings and sizes only, so they are always there."""
        known = self._done.get(("alibi", head))
        if known is not None:
            return known.result
        size = self.sizes
        operands = (alibi.of(size.heads)[head], size.T, size.S, DTYPES[self.scenario.dtype])
        return self._compute(("alibi", head), Step(operands, penalties, computes=False))

    def _as_used(self, name: str, values: Array) -> Array:
        """The input itself; the values beside given weights, which no stage rounds, are rounded here."""
        if name != "V" or self.scenario.pencil is None or "values" in self.stages:
            return values
        known = self._done.get((name, None))
        return self._compute((name, None), Step((values,), lambda given: given)) if known is None else known.result

    def _no_such_stage(self, name: str) -> NoSuchStage:
        names = ", ".join(dict.fromkeys((*self.stages, *(own for own, _ in self.scenario.inputs.items()))))
        return NoSuchStage(f"This scenario has no stage {brief(name)}. Choose one of: {names}.", Where(name))

    def _compute(self, key: _Key, step: Step) -> Array:
        """The result of one step: handed on from before if its operands are the same, else computed and checked."""
        known = self._before.get(key)
        if known is None or not _unchanged(known.operands, (*step.operands, self.scenario.pencil)):
            result = self._result(key, step)
            known = _Known((*step.operands, self.scenario.pencil), result)
        self._done[key] = known
        return known.result

    def _result(self, key: _Key, step: Step) -> Array:
        with np.errstate(over="ignore", invalid="ignore"):
            result = step.rule(*step.operands)
        if step.computes:
            name, head = key
            refuse_overflow(result, name, hidden=step.hidden, head=head if self.sizes.heads > 1 else None)
            if self.scenario.pencil is not None:
                result = rounded(result, self.scenario.pencil)
        return _read_only(result)


_BY_KV_HEAD = frozenset({"keys", "values", "rotated_keys"})


def _read_only(result: Array) -> Array:
    """The result as a view that, unlike the array that holds its numbers, cannot be made writable again."""
    if result.flags.writeable:
        result.flags.writeable = False
        return result.view()
    return result


def _stack(*parts: Array) -> Array:
    return np.stack(parts)


def _part(values: Array, head: int, width: int) -> Array:
    if values.ndim == 3:
        matrix: Array = values[head]
        return matrix
    return values if values.shape[-1] == width else values[..., head * width : (head + 1) * width].copy()


def _unchanged(before: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
    """True if arrays are the same objects and settings are equal."""
    if len(before) != len(now):
        return False
    return all(
        a is b or (not isinstance(a, np.ndarray) and type(a) is type(b) and a == b)
        for a, b in zip(before, now, strict=True)
    )

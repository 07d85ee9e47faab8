"""Every intermediate of one scenario under its one name, computed when asked for and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from attnviz.engine.arrays import Array, check_amount
from attnviz.engine.budget import Store
from attnviz.engine.cells import Cell, Region
from attnviz.engine.chains import CHAINED, chain_rules, fill, first_row, shift_of, some_rows
from attnviz.engine.errors import AttentionError, FieldError, Where, brief
from attnviz.engine.keeping import ALL, Asked, Key, read_only
from attnviz.engine.pencil import rounded
from attnviz.engine.placing import BY_KV_HEAD, Placing, lies_alike, part_of
from attnviz.engine.positions import Alibi
from attnviz.engine.results import Known
from attnviz.engine.rotation import penalties
from attnviz.engine.rules import RULES, Step
from attnviz.engine.scenario import DTYPES, Scenario, check_scenario
from attnviz.engine.settings import position
from attnviz.engine.softmax import EXPONENT_LIMIT
from attnviz.engine.stages import BY_NAME


def trace(scenario: Scenario, previous: Trace | None = None, *, budget: int | None = None) -> Trace:
    """The intermediates of `scenario`; arrays whose inputs did not change are the same objects as in `previous`.

    budget: bytes that large results may take, of this trace and of those that come from it; None is what `previous`
    has, else 400 MB or a quarter of the free memory. What was not read for longest is computed again when it is asked.
    """
    return Trace(scenario, previous, budget=budget)


class Trace(Placing):
    """One scenario's intermediates, lazy by stage and head, read-only, each computed once.

    `trace.weights` and so on are whole arrays: per-head stages lead with the head axis, (h, T, S) for the scores to
    the weights, (h, T, d_k) for queries, (kv_heads, S, d_k) for keys, (kv_heads, S, d_v) for values, (h, T, d_v) for
    head_output; concatenated is (T, h·d_v), output (T, d_out).
    Of a large scenario each stage is computed by itself and large results are kept within a budget. A deferred trace
    computes nothing: what is not there raises NotYet and is remembered in `asked`.
    """

    def __init__(self, scenario: Scenario, previous: Trace | None = None, *, budget: int | None = None) -> None:
        check_scenario(scenario, "trace")
        if not isinstance(previous, Trace | None):
            raise FieldError(f"previous is {type(previous).__name__}. Give a Trace or nothing.", Where("previous"))
        if budget is not None and (not isinstance(budget, int) or isinstance(budget, bool) or budget < 0):
            raise FieldError(f"budget is {brief(budget)}. Give a whole number of bytes, or nothing.", Where("budget"))
        super().__init__(scenario, previous.store if previous is not None and budget is None else Store(budget))
        self.report: Callable[[float], bool] | None = None  # told the part of a large result that is done
        by_blocks = chain_rules(self) if self.large else {}
        self._rules = {**RULES, **by_blocks} if by_blocks else RULES
        self._by_rows = frozenset(CHAINED) & by_blocks.keys()  # of these, some rows can be had alone
        self._one_to_one = self.sizes.kv_heads == self.sizes.heads  # every stage is kept under its query head
        self.behind: Trace | None = None  # of a deferred trace: the one that computes
        self._exact: Trace | None = None
        # What links found for the cells asked for last. It lies here so that it goes with the trace.
        self.linked: dict[tuple[str, Cell], tuple[Region, ...]] = {}
        self._before_exact: dict[Key, Known] = {}
        if previous is not None:
            exact = previous if previous.scenario.pencil is None else previous._exact
            exact_done = {} if exact is None else exact._handed_on()
            self._before = exact_done if scenario.pencil is None else previous._handed_on()
            self._before_exact = {} if scenario.pencil is None else exact_done

    def deferred(self) -> Trace:
        """The same trace for who must not wait: it reads what this one has computed and never computes."""
        twin = Trace.__new__(Trace)
        twin.__dict__.update(self.__dict__)
        twin.defers, twin.asked, twin.report, twin.behind = True, Asked(), None, self
        if self.scenario.pencil is not None:
            twin._exact = self.exact.deferred()
            twin._exact.asked = twin.asked
        return twin

    def at(self, name: str, head: int | None = None) -> Array:
        """The (rows, columns) of one stage for one query head, or of an input by its name; a bias is one row.

        "alibi", where the scenario has it, is what each pair's distance adds to its score, (T, S), never rounded.
        Raises NoSuchStage, HiddenRow from exponentials on, Overflow where a result is too large for its format,
        NotYet where the trace is deferred and it is not there.
        """
        if name not in self.stages:
            return self._input(name, head)
        known = self._done.get((name, head)) if self._one_to_one and head != ALL else None
        if known is not None and not (known.large or self.defers):
            found = known.result
            if found is not None:  # the short way to what is there
                return found
        key = (name, self.slot(name, head))
        found = self._found(key)
        if self.defers:
            own = None if key[1] is None else head or 0  # the query head, also of shared keys and values
            if found is None:
                raise self.want("numbers", name, own)
            self.use("numbers", name, own)
        if found is not None:
            return found
        return self._compute(key, self._rules[name](self, key[1] or 0))

    def row(self, name: str, row: int, head: int | None = None) -> Array:
        """One row of what `at` gives, bit for bit; of a large stage no more than a few rows are computed for it.

        Raises as `at`, but HiddenRow and Overflow only for these rows, and FieldError for a row that does not exist.
        """
        rows = self.shape(name)[0]
        if not 0 <= position(row, "row", name) < rows:
            raise FieldError(f"{name} has no row {row + 1}. Choose one from 1 to {rows}.", Where(name))
        slot = self.slot(name, head) if name in self.stages else None
        there = self._done.get((name, slot))
        if not self.large or name not in self._by_rows or (there is not None and there.result is not None):
            whole: Array = self.at(name, head)[row]
            return whole
        first = first_row(self, row)
        key = (f"{name} from row {first}", slot)
        found = self._found(key)
        if self.defers:
            if found is None:
                raise self.want("numbers", name, slot, row)
            self.use("numbers", name, slot, row)
        if found is None:
            found = self._compute(key, some_rows(name, row)(self, slot or 0))
        own: Array = found[row - first]
        return own

    def number(self, cell: Cell) -> float:
        """One number, as `row` has it."""
        return float(self.row(cell.name, cell.row, cell.head)[cell.column])

    def take_over(self, name: str, head: int | None = None) -> None:
        """Finds what is known of a large stage from before if nothing it depends on changed, without computing it."""
        if self.large and name in self.stages:
            key = (name, self.slot(name, head))
            self.hand_on(key, self._rules[name](self, key[1] or 0))

    def peek(self, name: str, head: int | None = None) -> Array | None:
        """As `at`, but None where it is not computed yet."""
        if name not in self.stages:
            return self._input(name, head)
        return self._found((name, self.slot(name, head)))

    def compute(self) -> AttentionError | None:
        """Computes every stage of every head; comes back with the first error on the way, or None.

        Of a large trace only what the output needs is computed: nothing more could be kept.
        """
        if self.large:
            return self._problem()
        problem: AttentionError | None = None
        with self._quietly():
            for name, head in self.places():
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

    def _problem(self) -> AttentionError | None:
        try:
            self.at(self.stages[-1])
        except AttentionError as error:
            return error
        return None

    @property
    def exact(self) -> Trace:
        """The same scenario without pencil precision; this trace itself if it has none."""
        if self.scenario.pencil is None:
            return self
        if self._exact is None:
            self._exact = Trace(replace(self.scenario, pencil=None))
            self._exact.store, self._exact._of_pencil = self.store, True
            self._exact._before, self._before_exact = self._before_exact, {}
        return self._exact

    def shifted(self, head: int) -> bool:
        """True if this head's exponentials are e^(s − row maximum) and not plain e^s.

        So it is where a row's maximum lies beyond ±80, and where pencil precision would round a whole row to 0.
        """
        if self.large:
            return self._settled_shift(head)
        top = self.at("masked", head).max(axis=1)
        far = np.abs(top) > EXPONENT_LIMIT
        if far.any() and not np.isneginf(top[far]).all():
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
            if before is not None and before.operands[0] is values and before.width == width:
                known = before
            else:
                part = part_of(values, head, width)
                old = None if before is None else before.result
                if old is not None and lies_alike(old, part) and np.array_equal(old, part):
                    part = old
                part.flags.writeable = False
                known = Known((values,), part)
            self._done[key] = known
        assert known.result is not None  # parts are never dropped
        return known.result

    def __getattr__(self, name: str) -> Array:
        if name.startswith("_") or name not in BY_NAME:
            raise AttributeError(name)
        if name not in self.stages:
            raise self.no_such_stage(name)
        return self._stacked(name) if BY_NAME[name].per_head else self.at(name)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is copied or goes to another process: as its scenario, to be computed anew."""
        return trace, (self.scenario,)

    def _stacked(self, name: str) -> Array:
        """All heads of a stage, (heads, rows, columns)."""
        if self.large and name in CHAINED and "scores" in self.stages and not self.defers:
            return self._filled(name)
        group = self.sizes.heads // self.sizes.kv_heads if name in BY_KV_HEAD else 1
        first = self.at(name, 0)
        check_amount((self.sizes.heads // group, *first.shape), name)
        parts = tuple(self.at(name, head) for head in range(0, self.sizes.heads, group))
        found = self._found((name, ALL))
        if found is not None:
            return found
        return self._compute((name, ALL), Step(parts, lambda *heads: np.stack(heads), computes=False))

    def _filled(self, name: str) -> Array:
        """All heads of a large stage, each computed in its place; too much to keep beside anything else."""
        size = self.sizes
        check_amount((size.heads, size.T, size.S), name)
        stack = np.empty((size.heads, size.T, size.S), DTYPES[self.scenario.dtype])
        for head, out in enumerate(stack):
            fill(self, name, head, out)
        return read_only(stack)

    def _settled_shift(self, head: int) -> bool:
        """Whether the exponentials of a large head are shifted: found once."""
        key = ("shift", head)
        found = self._found(key)
        if found is None:
            if self.defers:
                raise self.want("shift", "exponentials", head)
            operands = (self.at("keys", head), self.at("queries", head), self.scenario)
            found = np.array([shift_of(self, head)], dtype=np.float64)
            self._done[key] = Known(operands, found)
        return bool(found[0])

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
        raise self.no_such_stage(name)

    def _alibi(self, alibi: Alibi, head: int) -> Array:
        """One head's penalties by distance. They depend on settings and sizes only, so they are always there."""
        found = self._found(("alibi", head))
        if found is not None:
            return found
        if self.defers and self.large:
            raise self.want("numbers", "alibi", head)
        size = self.sizes
        operands = (alibi.of(size.heads)[head], size.T, size.S, DTYPES[self.scenario.dtype])
        return self._compute(("alibi", head), Step(operands, penalties, computes=False))

    def _as_used(self, name: str, values: Array) -> Array:
        """The input itself; the values beside given weights, which no stage rounds, are rounded here."""
        if name != "V" or self.scenario.pencil is None or "values" in self.stages:
            return values
        found = self._found((name, None))
        return self._compute((name, None), Step((values,), lambda given: given)) if found is None else found

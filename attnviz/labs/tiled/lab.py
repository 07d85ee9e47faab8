"""The laboratory of tiles: softmax without its matrix, tile by tile, beside the other ways through it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.errors import counted
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.labs.exhibits import Exhibit
from attnviz.labs.given import head_of, scenario_or_example, with_scores
from attnviz.labs.introductions import Introduced
from attnviz.labs.parameters import Choice, Option, Parameter, Values, Whole, choice, whole
from attnviz.labs.protocol import Fact, Progress, Result, Stopped
from attnviz.labs.tiled.exhibits import of_the_cost, of_the_end, of_the_step, program
from attnviz.labs.tiled.program import Moment, names_of, run_block, tile_lines
from attnviz.labs.tiled.sweeping import sweep
from attnviz.labs.tiled.visits import Plan, Visit, plan_of
from attnviz.labs.traffic import CACHE, CAUSAL, FULL, TILED, WINDOW, Extent, traffic

_SHOWN = (
    Option("step", "Step by step", "One tile, or one row: its scores, and what they do to what is kept."),
    Option("end", "The end", "The output beside the one of the ordinary softmax."),
    Option("cost", "The cost", "Scores, multiplications and bytes of all ways."),
    Option("program", "The program", "The lines that run, with what keeps the softmax right marked."),
)
_WAYS = (
    Option(FULL, "Full", "All scores are stored, then all weights."),
    Option(TILED, "In tiles", "A block of queries meets the keys tile by tile."),
    Option(CAUSAL, "In tiles, causal", "Tiles that the causal mask hides whole are skipped."),
    Option(WINDOW, "Sliding window", "Each query sees its own key and the few before it."),
    Option(CACHE, "KV cache", "One token at a time: one row on all keys so far."),
)
_MOST_TILES = 128  # tiles beside each other: more could not be told apart
_MOST_LENGTH = 1_000_000
_FEW, _USUAL = 4, 128  # queries or keys of a tile at first: of a short text, and at most
_EQUAL = {"float64": 1e-9, "float32": 1e-4}  # relative: the tiles add in another order than the whole


@dataclass(frozen=True)
class _Found:
    """A head on the way that was chosen. step: from 0. ordinary: its output by the engine's own softmax, (T, d_v)."""

    scenario: Scenario
    way: str
    plan: Plan
    step: int
    moments: list[Moment]
    output: Array  # of the block, or of all queries where the end is shown
    ordinary: Array

    @property
    def moment(self) -> Moment:
        """What the present step left behind."""
        visit = self.plan.visits[self.step]
        return self.moments[self.plan.block_of(self.step).index(visit)]

    @property
    def difference(self) -> float:
        """The largest distance of the outputs that were made from the ordinary ones."""
        return float(np.abs(self.output - self.ordinary).max())


class Tiles(Introduced):
    """Unit 10: the softmax needs a maximum and a sum, not a matrix."""

    name = "tiles"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """What to show, which way, the step, the sizes of tiles and window, and a length to count for."""
        given = scenario_or_example(scenario)
        T, S = given.sizes.T, given.sizes.S
        rows, columns = (max(1, -(-count // _MOST_TILES)) for count in (T, S))
        most = -(-T // rows) * -(-S // columns)
        return (
            Choice("show", "Show", "step", _SHOWN),
            Choice("way", "Way", TILED, _WAYS),
            Whole("step", "Step", min(3, most), 1, max(most, T), even=True),
            head_of(given),
            Whole("tile_rows", "Queries in a tile", max(rows, _tile(T, 2)), rows, T),
            Whole("tile_columns", "Keys in a tile", max(columns, _tile(S, 4)), columns, S),
            Whole("window", "Keys in the window", min(max(2, _tile(S, 4)), S), 1, S),
            Whole("length", "Count for T", 4096, 1, _MOST_LENGTH),
            Whole("side", "with tiles of", 128, 1, 4096, unit="square"),
            Whole("reach", "and a window of", 512, 1, _MOST_LENGTH, unit="keys"),
        )

    def idle(self, values: Values) -> frozenset[str]:
        """What belongs to another part or another way."""
        show, way = choice(values, "show"), choice(values, "way")
        if show == "cost":
            return frozenset({"way", "step", "head"})
        found = {"length", "side", "reach"}
        if way not in (TILED, CAUSAL):
            found |= {"tile_rows", "tile_columns"}
        if way != WINDOW:
            found.add("window")
        if show != "step" or way == FULL:
            found.add("step")
        if show == "program":
            found.add("head")
        return frozenset(found)

    def last(self, values: Values, scenario: Scenario | None) -> Mapping[str, int]:
        """As many steps as the way takes with tiles of that size."""
        given = scenario_or_example(scenario)
        return {"step": len(plan_of(given, *_way(values)).visits)}

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """The state after the step, and how far the output is from the ordinary one; a late step is the last."""
        given = with_scores(scenario)
        head = whole(values, "head") - 1
        show = choice(values, "show")
        found = _found(given, values, head, progress, everything=show == "end")
        here, there = _extents(found.scenario, values)
        return Result(_exhibits(found, show, here, there), _numbers(found, here, there), _facts(found, show))


def _tile(count: int, parts: int) -> int:
    """How many queries or keys a tile has at first: some parts of a short text, a quarter of a longer one."""
    few = min(-(-count // parts), _FEW)
    return few if count <= _FEW * parts else min(-(-count // 4), _USUAL)


def _way(values: Values) -> tuple[str, tuple[int, int], int]:
    tile = (whole(values, "tile_rows"), whole(values, "tile_columns"))
    return choice(values, "way"), tile, whole(values, "window")


def _found(given: Scenario, values: Values, head: int, progress: Progress, *, everything: bool) -> _Found:
    """The block of the step; everything: all blocks, for the whole output. Raises Stopped when progress says so."""
    way, tile, window = _way(values)
    plan = plan_of(given, way, tile, window)
    scenario = replace(given, mask=plan.mask)
    found = trace(scenario)
    ordinary = found.at("head_output", head)
    lines, names = tile_lines(scenario), names_of(found, head)
    step = min(whole(values, "step"), len(plan.visits)) - 1 if way != FULL else 0
    block = plan.block_of(step)
    moments, output = run_block(lines, names, block)
    if not everything:
        return _Found(scenario, way, plan, step, moments, output, ordinary[slice(*block[0].rows)])
    blocks: dict[tuple[int, int], list[Visit]] = {}
    for visit in plan.visits:
        blocks.setdefault(visit.rows, []).append(visit)
    outputs = []
    for number, visits in enumerate(blocks.values()):
        outputs.append(run_block(lines, names, visits)[1])
        if not progress((number + 1) / len(blocks)):
            raise Stopped
    return _Found(scenario, way, plan, step, moments, np.concatenate(outputs), ordinary)


def _extents(scenario: Scenario, values: Values) -> tuple[Extent, Extent]:
    """The sizes of this scenario's head, and of one of the chosen length."""
    size = scenario.sizes
    assert size.d_k is not None
    assert size.d_v is not None
    mask = scenario.mask
    ahead = mask.alignment == "bottom_right" if mask.causal else size.T < size.S
    _, tile, window = _way(values)
    each = np.dtype(scenario.dtype).itemsize
    here = Extent(size.T, size.S, size.d_k, size.d_v, tile, window, each, size.S - size.T if ahead else 0)
    length, side = whole(values, "length"), whole(values, "side")
    return here, replace(here, T=length, S=length, tile=(side, side), window=whole(values, "reach"), shift=0)


def _exhibits(found: _Found, show: str, here: Extent, there: Extent) -> tuple[Exhibit, ...]:
    if show == "cost":
        return of_the_cost(here, there)
    if show == "program":
        return (program(found.scenario),)
    if show == "end":
        return of_the_end(found.scenario, found.output, found.ordinary)
    visit, moment = found.plan.visits[found.step], found.moment
    picture = sweep(found.scenario, found.way, found.plan, found.step, moment.scores)
    return (picture, *of_the_step(found.scenario, visit, moment, tiled=found.way in (TILED, CAUSAL)))


def _numbers(found: _Found, here: Extent, there: Extent) -> dict[str, float | Array]:
    plan, moment, visit = found.plan, found.moment, found.plan.visits[found.step]
    numbers: dict[str, float | Array] = {
        "step": float(found.step + 1),
        "steps": float(len(plan.visits)),
        "length": float(there.T),
        "bytes_kept_tiled": float(traffic(TILED, there).kept * there.each),
        "skipped": float(plan.skipped),
        "first_query": float(visit.rows[0] + 1),
        "last_query": float(visit.rows[1]),
        "first_key": float(visit.keys[0] + 1),
        "last_key": float(visit.keys[1]),
        "scores": moment.scores,
        "maximum_before": moment.maximum_before,
        "maximum": moment.maximum,
        "factor": moment.factor,
        "sum_before": moment.sum_before,
        "sum": moment.sum,
        "running_output": moment.output,
        "output": found.output,
        "difference": found.difference,
        "scores_computed": float(plan.scores),
        "scores_of_all": float(here.T * here.S),
        "scores_in_step": float(visit.scores),
    }
    for name, size in (("", here), ("_at_length", there)):
        full, own = traffic(FULL, size), traffic(found.way, size)
        numbers |= {
            f"multiplications{name}": float(own.multiplications),
            f"multiplications_full{name}": float(full.multiplications),
            f"bytes_moved{name}": float(own.moved * size.each),
            f"bytes_moved_full{name}": float(full.moved * size.each),
            f"bytes_kept{name}": float(own.kept * size.each),
            f"bytes_kept_full{name}": float(full.kept * size.each),
        }
    return numbers


def _facts(found: _Found, show: str) -> tuple[Fact, ...]:
    if show == "cost":
        return (
            Fact("Tiles compute as many scores as the full way and store none of them."),
            Fact(
                "At T = {length} the full way keeps {bytes_kept_full_at_length} bytes a head, tiles {bytes_kept_tiled}."
            ),
        )
    facts = [] if show == "program" else [Fact(_equal(found), "right" if _is_equal(found) else "symptom")]
    if show == "step":
        facts += [Fact(text) for text in _steps(found)]
    return tuple(facts)


def _steps(found: _Found) -> tuple[str, ...]:
    """What the present step is, in words."""
    plan, visit = found.plan, found.plan.visits[found.step]
    which = f"Step {found.step + 1} of {len(plan.visits)}: {_span('query', visit.rows)} on {_span('key', visit.keys)}."
    match found.way:
        case "full":
            return ("All {scores_of_all} scores are written, read for the weights, which are written and read again.",)
        case "window":
            return (which, "The window visits {scores_computed} of {scores_of_all} scores; T² never appears.")
        case "cache":
            return (which, "It computes {scores_in_step} scores; what is kept are keys and values, not scores.")
    last = visit == plan.block_of(found.step)[-1]
    end = " This is the block's last tile: output now ÷ sum now is its output." if last else ""
    skipped = f"{counted(plan.skipped, 'tile')} beyond the diagonal skipped." if plan.skipped else ""
    return (which + end, *([skipped] if skipped else []))


def _span(noun: str, span: tuple[int, int]) -> str:
    first, last = span[0] + 1, span[1]
    if first == last:
        return f"{noun} {first}"
    return f"{'queries' if noun == 'query' else 'keys'} {first} to {last}"


def _is_equal(found: _Found) -> bool:
    size = max(float(np.abs(found.ordinary).max()), 1.0)
    return found.difference <= _EQUAL[found.scenario.dtype] * size


def _equal(found: _Found) -> str:
    same = "exactly equal" if found.difference == 0 else "equal: the largest difference is {difference}"
    if found.way in (TILED, CAUSAL):
        return f"After the last tile, output ÷ sum and the ordinary softmax are {same}."
    return f"This output and the one of the whole matrix are {same}."

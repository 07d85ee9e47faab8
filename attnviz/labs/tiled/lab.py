"""The laboratory of tiles: softmax without its matrix, tile by tile, beside the other ways through it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from attnviz.engine.scenario import Scenario
from attnviz.labs.exhibits import Sweep
from attnviz.labs.given import head_of, scenario_or_example, with_scores
from attnviz.labs.introductions import Introduced
from attnviz.labs.parameters import Choice, Option, Parameter, Values, Whole, choice, whole
from attnviz.labs.protocol import Cut, Progress, Result
from attnviz.labs.tiled.costing import of_the_cost
from attnviz.labs.tiled.exhibits import of_the_end, of_the_step, program
from attnviz.labs.tiled.parts import END_SIZES, STEP_SIZES, Size, shown_part, widest_part
from attnviz.labs.tiled.passing import Found, Way, found_on
from attnviz.labs.tiled.sweeping import in_brief, sweep
from attnviz.labs.tiled.telling import facts_of, headline_of, longest_facts, numbers_of
from attnviz.labs.tiled.visits import plan_of
from attnviz.labs.traffic import CACHE, CAUSAL, FULL, TILED, WINDOW, Extent

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
_STEPPED = {WINDOW: "query", CACHE: "token"}  # what the next step brings, where it is not a tile
_MOST_TILES = 128  # tiles beside each other: more could not be told apart
_MOST_LENGTH = 1_000_000
_FEW, _USUAL = 4, 128  # queries or keys of a tile at first: of a short text, and at most


class Tiles(Introduced):
    """Unit 10: the softmax needs a maximum and a sum, not a matrix."""

    name = "tiles"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """What to show, which way, the step, the sizes of tiles and window, and a length to count for."""
        given = scenario_or_example(scenario)
        T, S = given.sizes.T, given.sizes.S
        rows, columns = (max(1, -(-count // _MOST_TILES)) for count in (T, S))
        most = -(-T // rows) * -(-S // columns)
        tile = max(rows, _tile(T, 2)), max(columns, _tile(S, 4))
        way = _usual(given)
        return (
            Choice("show", "Show", "step", _SHOWN),
            Choice("way", "Way", way, _WAYS),
            Whole("step", "Step", _telling_step(given, way, tile), 1, max(most, T), even=True),
            head_of(given),
            Whole("tile_rows", "Queries in a tile", tile[0], rows, T),
            Whole("tile_columns", "Keys in a tile", tile[1], columns, S),
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
        way = _way(values)
        if way.name not in (FULL, TILED, CAUSAL):  # a step for each query, also where a run refuses the way
            return {"step": given.sizes.T}
        return {"step": len(plan_of(given, way.name, way.tile, way.window).visits)}

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """The state after the step, and how far the output is from the ordinary one; a late step is the last."""
        given = with_scores(scenario)
        head = whole(values, "head") - 1
        show = choice(values, "show")
        way = _way(values)
        if show == "cost":  # of all ways: also where the one that was chosen is none for this scenario
            way = replace(way, name=_usual(given))
        found = found_on(given, way, head, progress, everything=show == "end")
        here, there = _extents(found.scenario, values)
        numbers, facts = numbers_of(found, here, there), facts_of(found, show)
        if show == "program":
            return Result((program(found.scenario, found.way),), numbers, facts)
        if show == "cost":
            page, narrow = of_the_cost(here, there)
            return Result(page.exhibits, numbers, facts, bands=page.bands, cuts=(narrow,))
        if show == "end":
            cuts = tuple(
                Cut(exhibits, (), bands) for exhibits, bands in (of_the_end(found, size) for size in END_SIZES)
            )
            return Result(cuts[0].exhibits, numbers, facts, bands=cuts[0].bands, cuts=cuts[1:])
        picture = sweep(found)
        cuts = tuple(_cut(found, picture, size) for size in STEP_SIZES)
        first = cuts[0]
        return Result(
            first.exhibits, numbers, facts, first.widest, longest_facts(found), first.bands, cuts[1:],
            headline_of(found), _STEPPED.get(way.name, "tile"),
        )  # fmt: skip


def _cut(found: Found, picture: Sweep, size: Size) -> Cut:
    """The page of a step with so many rows and columns at most."""
    exhibits, bands = of_the_step(found, shown_part(found, size))
    widest, _ = of_the_step(found, widest_part(found, size))
    first = in_brief(picture, heart=size.heart, values=size.values) if size.brief else picture
    return Cut((first, *exhibits), (first, *widest), bands)


def _usual(scenario: Scenario) -> str:
    return CAUSAL if scenario.mask.causal else TILED


def _tile(count: int, parts: int) -> int:
    """How many queries or keys a tile has at first: some parts of a short text, a quarter of a longer one."""
    few = min(-(-count // parts), _FEW)
    return few if count <= _FEW * parts else min(-(-count // 4), _USUAL)


def _telling_step(scenario: Scenario, way: str, tile: tuple[int, int]) -> int:
    """A step at which maxima grow as a rule, from 1: where the second block of queries meets its own keys.

    Those are the last keys of a causal block, and score high in most heads. Of two blocks it is the last tile of the
    first, so that there is something to go on to, unless that is its only tile, before which nothing came.
    """
    plan = plan_of(scenario, way, tile, 1)
    blocks = list(dict.fromkeys(visit.rows for visit in plan.visits))
    several = len(plan.block_of(0)) > 1
    if len(blocks) < 3 and several:
        return len(plan.block_of(0))
    rows = blocks[min(1, len(blocks) - 1)]
    own = rows[1] - 1 + max(scenario.sizes.S - scenario.sizes.T, 0)  # the key of the block's last query
    steps = [number for number, visit in enumerate(plan.visits, start=1) if visit.rows == rows]
    meets = [number for number in steps if plan.visits[number - 1].keys[0] <= own]
    return max(meets, default=steps[-1])


def _way(values: Values) -> Way:
    tile = (whole(values, "tile_rows"), whole(values, "tile_columns"))
    return Way(choice(values, "way"), tile, whole(values, "window"), whole(values, "step"))


def _extents(scenario: Scenario, values: Values) -> tuple[Extent, Extent]:
    """The sizes of this scenario's head, and of one of the chosen length."""
    size = scenario.sizes
    assert size.d_k is not None
    assert size.d_v is not None
    mask = scenario.mask
    ahead = mask.alignment == "bottom_right" if mask.causal else size.T < size.S
    way = _way(values)
    each = np.dtype(scenario.dtype).itemsize
    here = Extent(size.T, size.S, size.d_k, size.d_v, way.tile, way.window, each, size.S - size.T if ahead else 0)
    length, side = whole(values, "length"), whole(values, "side")
    return here, replace(here, T=length, S=length, tile=(side, side), window=whole(values, "reach"), shift=0)

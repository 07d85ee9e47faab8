"""The kinds of exercises: what each is called, for which scenarios it can be made, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from attnviz.content.practice import computing
from attnviz.content.practice.counting import (
    parameters_exercise,
    parameters_possible,
    shape_exercise,
    shape_possible,
)  # fmt: skip
from attnviz.content.practice.exercise import Exercise
from attnviz.content.practice.friendly import friendly
from attnviz.content.practice.paper import on_paper
from attnviz.content.practice.printed import sheet
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

MOST_TOKENS, MOST_WIDTH = 8, 8  # of a scenario that somebody can compute by hand


@dataclass(frozen=True)
class Kind:
    """name: in files and commands. title: in menus. sentence: what one does. possible: for which scenarios."""

    name: str
    title: str
    sentence: str
    possible: Callable[[Scenario], bool]
    make: Callable[[int | None, Scenario], Exercise]
    heads: int = 1
    causal: bool = False


def _by_hand(scenario: Scenario) -> bool:
    size = scenario.sizes
    widths = (
        size.d_k or 1,
        size.d_v or 1,
        *(scenario.inputs.X.shape[1:] if isinstance(scenario.inputs, Projected) else ()),
    )
    return max(size.T, size.S) <= MOST_TOKENS and max(widths) <= MOST_WIDTH


def _scored(scenario: Scenario) -> bool:
    given = isinstance(scenario.inputs, GivenWeights)
    return not given and _by_hand(scenario) and trace(scenario).compute() is None


def _scales(scenario: Scenario) -> bool:
    return _scored(scenario) and scenario.factor != 1.0


def _projected(scenario: Scenario) -> bool:
    return isinstance(scenario.inputs, Projected) and _by_hand(scenario)


def _mixed(scenario: Scenario) -> bool:
    return _by_hand(scenario) and scenario.sizes.d_v is not None and trace(scenario).compute() is None


def _maskable(scenario: Scenario) -> bool:
    size = scenario.sizes
    return _scored(scenario) and size.S > 1 and (not scenario.mask.hides_nothing or size.T == size.S)


def _joined(scenario: Scenario) -> bool:
    return _mixed(scenario) and scenario.heads > 1


def _with_a_mask(seed: int | None, scenario: Scenario) -> Exercise:
    """A scenario that hides nothing gets a causal mask for this exercise."""
    if scenario.mask.allowed(scenario.sizes.T, scenario.sizes.S).all():
        scenario = replace(scenario, mask=Mask(causal=True))
    return computing.masked(seed, scenario)


KINDS: tuple[Kind, ...] = (
    Kind("projection", "Projection", "A query, key or value", _projected, computing.projection),
    Kind("score", "Score", "A dot product", _scored, computing.score),
    Kind("scaled", "Scaled score", "A score divided by √d_k", _scales, computing.scaled),
    Kind("exponentials", "Exponentials", "e to each score of a row", _scored, computing.exponentials),
    Kind("weight", "Weight", "A share of a row's attention", _scored, computing.weight),
    Kind("output", "Output row", "Values mixed by weights", _mixed, computing.output),
    Kind("masked", "Masked row", "Weights under a mask", _maskable, _with_a_mask, causal=True),
    Kind("concatenation", "Two heads", "Heads side by side, times W_O", _joined, computing.concatenation, heads=2),
    Kind("shape", "Shape", "Rows and columns", shape_possible, lambda seed, own: shape_exercise(seed, own, given=True)),
    Kind("parameters", "Parameter count", "Learned numbers", parameters_possible,
         lambda seed, own: parameters_exercise(seed, own, given=True)),
)  # fmt: skip
_COUNTED = frozenset({"shape", "parameters"})  # of which no number of the scenario is read
_BY_NAME = {kind.name: kind for kind in KINDS}


def kind_of(name: str) -> Kind:
    """The kind of that name. Raises FieldError for another."""
    kind = _BY_NAME.get(name)
    if kind is None:
        raise FieldError(f"There is no kind {name!r}. Choose among: {', '.join(_BY_NAME)}.", Where("kinds"))
    return kind


def possible_kinds(scenario: Scenario) -> tuple[str, ...]:
    """The kinds that can be asked about that scenario."""
    if _by_hand(scenario):
        scenario = on_paper(scenario)
    return tuple(kind.name for kind in KINDS if kind.possible(scenario))


def exercise(name: str, seed: int, scenario: Scenario | None = None) -> Exercise:
    """The exercise of that kind for a seed; the same seed gives the same.

    scenario: the one it is about; None makes one of friendly numbers. Either way it is computed as on paper.
    Raises FieldError for a kind that cannot be asked about it.
    """
    kind = kind_of(name)
    if scenario is not None and name not in _COUNTED:
        scenario = on_paper(scenario)
    if scenario is not None and not kind.possible(scenario):
        raise FieldError(f"{kind.title} cannot be asked about this scenario. Choose new numbers.", Where("kinds"))
    if scenario is None and name in _COUNTED:
        make = shape_exercise if name == "shape" else parameters_exercise
        return replace(make(seed, _fresh(kind, seed), given=False), title=kind.title)
    if scenario is None:
        scenario = _fresh(kind, seed)
    return replace(kind.make(seed, scenario), title=kind.title)


def _fresh(kind: Kind, seed: int) -> Scenario:
    """Friendly numbers for that kind."""
    whole_row = kind.name == "projection"
    made = friendly(seed, kind.name, heads=kind.heads, causal=kind.causal, columns_differ=whole_row)
    return on_paper(replace(made, title=f"Practice · {kind.title}"))


def exercises(
    seed: int, count: int, kinds: tuple[str, ...] = (), scenario: Scenario | None = None
) -> tuple[Exercise, ...]:
    """So many exercises for a seed, the kinds in turn; each has a seed of its own, drawn from that one.

    With a scenario, none prints what another one asks for, as long as the scenario has numbers enough; where a question
    about it could only be asked again, there are fewer.
    """
    names = kinds or (tuple(_BY_NAME) if scenario is None else possible_kinds(scenario))
    for name in names:
        kind_of(name)
    if not names:
        raise FieldError("No exercise can be made from this scenario. Choose new numbers.", Where("kinds"))
    draw = Random(f"attnviz practice, sheet, {seed}")
    return sheet(lambda place: exercise(names[place % len(names)], draw.randrange(1_000_000), scenario), count)

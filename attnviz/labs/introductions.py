"""What each laboratory says of itself. Menus and lists need no more, and so load none of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from attnviz.engine.scenario import Scenario
    from attnviz.labs.parameters import Values


class Introduction(NamedTuple):
    """name: as typed. unit: of the course. takes_scenario, long, most_at_once: see `labs.protocol.Lab`."""

    name: str
    title: str
    sentence: str
    unit: int
    takes_scenario: bool = False
    long: bool = False
    most_at_once: int = 100_000


# In the order in which the course meets them.
INTRODUCTIONS = (
    Introduction(
        "mixture",
        "Mixture",
        "Blend three values: drag the weights, cool down to a lookup, heat up to a plain mean.",
        1,
    ),
    Introduction(
        "one-query",
        "One query",
        "Follow one query to its output; move keys and values, add a fourth, mask, heat, cool.",
        3,
    ),
    Introduction(
        "turn-the-query",
        "Turn the query",
        "Turn a query between two keys and watch weight pass from one value to the other.",
        4,
    ),
    Introduction(
        "root-d-k",
        "Why √d_k",
        "Measure how dot products grow with d_k, and what large scores do to softmax.",
        6,
        long=True,
    ),
    Introduction(
        "masks",
        "Masks",
        "Hide keys before softmax, after it, or with a finite number, and watch what rows sum to.",
        7,
        takes_scenario=True,
    ),
    Introduction(
        "shapes",
        "Shapes",
        "Walk through every reshape and transpose of the heads, and see tokens mixed when one is forgotten.",
        8,
    ),
    Introduction(
        "cost",
        "Cost",
        "Count scores, multiplications and bytes for any length, heads, layers and number format; time this machine.",
        10,
        long=True,
    ),
    Introduction(
        "decode",
        "Decoding",
        "Decode token by token with a KV cache: what is new, what is read, what it costs, and that nothing changes.",
        10,
        takes_scenario=True,
        most_at_once=1_500,  # each token is a pass of its own
    ),
    Introduction(
        "tiles",
        "Softmax in tiles",
        "Go through the scores tile by tile and never store them; see what a window and a KV cache visit of them.",
        10,
        takes_scenario=True,
    ),
    Introduction(
        "mistakes",
        "Mistakes",
        "Make a common mistake on purpose and see, beside the right numbers, what gives it away.",
        11,
        takes_scenario=True,
    ),
    Introduction(
        "circuits",
        "Circuits",
        "See W_Q W_Kᵀ and W_V W_O as one matrix each, make them symmetric, reorder the tokens.",
        12,
        takes_scenario=True,
    ),
)


class Introduced:
    """A laboratory that says of itself what stands in `INTRODUCTIONS` under its name."""

    name: str
    title: str
    sentence: str
    unit: int
    takes_scenario: bool
    long: bool
    most_at_once: int

    def __init_subclass__(cls) -> None:
        own = next(one for one in INTRODUCTIONS if one.name == cls.name)
        for field, value in own._asdict().items():
            setattr(cls, field, value)

    def idle(self, values: Values) -> frozenset[str]:
        """The parameters that change nothing shown while these values hold: none, unless a laboratory says so."""
        return frozenset()

    def last(self, values: Values, scenario: Scenario | None) -> Mapping[str, int]:
        """How far a Whole goes while these values hold, where that is less than its own end: none, unless said."""
        return {}

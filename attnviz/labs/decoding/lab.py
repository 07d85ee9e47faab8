"""The laboratory of decoding: step through a text, and see the cache spare what was computed before."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.edits import kv_head_choices
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario
from attnviz.labs.decoding.exhibits import of_the_cost, of_the_step, totals
from attnviz.labs.decoding.passes import Pass, decoded
from attnviz.labs.exhibits import Exhibit
from attnviz.labs.given import head_of, held_whole, scenario_or_example, with_scores
from attnviz.labs.introductions import Introduced
from attnviz.labs.parameters import Choice, Option, Parameter, Values, Whole, choice, whole
from attnviz.labs.protocol import Fact, Progress, Result

_PARTS = (
    Option("step", "The step", "What is new, what is read from the cache, and what comes of it."),
    Option("cost", "The cost", "Multiplications with the cache and without, and how much it holds."),
)
_MOST_KEPT = 100_000  # weights of a scenario whose steps are kept: a few megabytes
_EQUAL = 1e-5  # in float32 a step adds numbers in another order than the whole pass


class Decoding(Introduced):
    """Unit 10: one token at a time, with the keys and values of all earlier ones kept."""

    name = "decode"

    def __init__(self) -> None:
        self._latest: Pass | None = None  # another token or head of it is only looked at

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """Which token is decoded, how many come at once before, the head, and how many heads share keys and values."""
        given = scenario_or_example(scenario)
        size = given.sizes
        fixed = isinstance(given.inputs, GivenWeights)
        counts = (size.kv_heads,) if fixed else tuple(reversed(kv_head_choices(given)))
        options = tuple(Option(str(count), str(count), _sharing(size.heads, count)) for count in counts)
        return (
            Choice("show", "Show", "step", _PARTS),
            Whole("token", "Token", min(2, size.T), 1, size.T),
            Whole("prompt", "Tokens of the prompt", 1, 1, size.T, unit="at once"),
            head_of(given),
            Choice("kv_heads", "Key/value heads", str(size.kv_heads), options),
        )

    def idle(self, values: Values) -> frozenset[str]:
        """The head where costs are counted, which are those of all heads."""
        return frozenset({"head"} if choice(values, "show") == "cost" else ())

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """The step that makes the token, the costs of all steps, and how far they are from the whole pass."""
        given = held_whole(with_scores(scenario))
        head = whole(values, "head") - 1
        asked = whole(values, "token") - 1, whole(values, "prompt"), int(choice(values, "kv_heads"))
        found = decoded(given, *asked, self._latest)
        size = given.sizes
        self._latest = found if size.heads * size.T * size.S <= _MOST_KEPT else None
        step = found.step
        with_cache, without = totals(found)
        numbers: dict[str, float | Array] = {
            "first": float(step.start + 1),
            "last": float(step.stop),
            "cached": float(step.cached),
            "stored": float(step.stored),
            "multiplications": float(step.multiplications),
            "multiplications_without_cache": float(step.multiplications_without_cache),
            "all_multiplications": float(with_cache),
            "all_multiplications_without_cache": float(without),
            "difference": found.difference,
            "query": step.queries[head],
            "weights": step.weights[head],
            "output": step.output,
            "work": np.array([float(own.multiplications) for own in found.steps]),
            "work_without_cache": np.array([float(own.multiplications_without_cache) for own in found.steps]),
        }
        exhibits: tuple[Exhibit, ...] = (
            of_the_cost(found) if choice(values, "show") == "cost" else of_the_step(found, head)
        )
        return Result(exhibits, numbers, _facts(found))


def _sharing(heads: int, count: int) -> str:
    if count == heads:
        return "Each head has keys and values of its own."
    if count == 1:
        return "Multi-query: all heads read the same keys and values."
    return f"Grouped: {heads // count} heads share each."


def _facts(found: Pass) -> tuple[Fact, ...]:
    step, size = found.step, found.scenario.sizes
    facts = []
    if found.made_causal:
        facts.append(Fact("The causal mask is on here: a token that is not there yet cannot be seen."))
    many = step.stop - step.start
    new = "1 token is new" if many == 1 else f"{many} tokens are new"
    read = "nothing is in the cache yet" if not step.cached else "keys and values of {cached} are read from the cache"
    facts.append(Fact(f"In this step {new}; {read}. Then the cache holds {{stored}} numbers."))
    facts.append(Fact("It takes {multiplications} multiplications; all anew would be {multiplications_without_cache}."))
    same = "exactly equal" if found.difference == 0 else "equal: the largest difference is {difference}"
    kind = "right" if found.difference <= _EQUAL else "symptom"
    facts.append(Fact(f"All weights and outputs and those of the full causal pass are {same}.", kind))
    if size.kv_heads < size.heads:
        share = size.heads // size.kv_heads
        facts.append(Fact(f"{share} heads share each head of keys and values: the cache is {share} times smaller."))
    return tuple(facts)

"""The switchboard of mistakes over any scenario: right beside wrong, with the symptom named."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.scenario import Scenario
from attnviz.labs.given import held_whole, scenario_or_example, with_scores
from attnviz.labs.introductions import Introduced
from attnviz.labs.mistakes.catalogue import MISTAKES, mistake
from attnviz.labs.mistakes.comparison import Comparison, compare
from attnviz.labs.mistakes.exhibits import exhibits_of
from attnviz.labs.mistakes.preparation import large_scores
from attnviz.labs.parameters import Choice, Number, Option, Parameter, Values, Whole, choice, number, whole
from attnviz.labs.protocol import Fact, Progress, Result


class Mistakes(Introduced):
    """What goes wrong in code, and how to see that it did."""

    name = "mistakes"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """The mistake, the head that is shown, and how large scores are made for the overflow."""
        options = tuple(Option(one.name, one.title, one.sentence) for one in MISTAKES)
        return (
            Choice("mistake", "Mistake", "softmax-axis", options),
            _head(scenario),
            Number("factor", "Scores ×", 1000.0, 1.0, 1e6, 1.0, log=True),
        )

    def idle(self, values: Values) -> frozenset[str]:
        """The factor makes scores overflow and has nothing to do with other mistakes; an output has no heads."""
        chosen = mistake(choice(values, "mistake"))
        idle = set() if chosen.prepare is large_scores else {"factor"}
        return frozenset(idle if set(chosen.shows) - {"output"} else idle | {"head"})

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """Both sides of the mistake for one head: the chosen one, or the first that shows it."""
        found = compare(mistake(choice(values, "mistake")), held_whole(with_scores(scenario)), number(values, "factor"))
        head = whole(values, "head") - 1 if whole(values, "head") else _telling_head(found)
        right, wrong = found.right.weights[head], found.wrong.weights[head]
        numbers: dict[str, float | Array] = {
            "right": right,
            "wrong": wrong,
            "right_row_sums": right.sum(axis=1),
            "wrong_row_sums": wrong.sum(axis=1),
            "right_column_sums": right.sum(axis=0),
            "wrong_column_sums": wrong.sum(axis=0),
            "right_output": found.right.output,
            "wrong_output": found.wrong.output,
        }
        symptom = found.symptom
        if symptom is not None:
            numbers |= symptom.numbers
        return Result(exhibits_of(found, head), numbers, _facts(found, head))


def _facts(found: Comparison, head: int) -> tuple[Fact, ...]:
    symptom = found.symptom
    facts = [Fact(symptom.text, "symptom") if symptom is not None else Fact(found.mistake.quiet)]
    if found.mistake.refuses:
        facts.append(Fact("attnviz refuses such a query and names it; here its row is left empty.", "right"))
    if symptom is not None and symptom.broken.ndim == 3 and len(symptom.broken) > 1:
        facts.append(Fact(_where(symptom.broken, head)))
    if found.note:
        facts.append(Fact(found.note))
    return tuple(facts)


def _head(scenario: Scenario | None) -> Whole:
    """The parameter that chooses a head, from 1; 0 leaves it to the mistake."""
    heads = scenario_or_example(scenario).heads
    return Whole("head", "Head", 0, 0, heads, lowest="one that shows it")


def _telling_head(found: Comparison) -> int:
    """The first head in which the mistake shows, the first of all where none does."""
    symptom = found.symptom
    if symptom is None or symptom.broken.ndim < 3:
        return 0
    return int(np.argmax(symptom.broken.any(axis=(1, 2))))


def _where(broken: Bools, head: int) -> str:
    """Which head is shown, which heads show the mistake, and that the sentence counts all of them."""
    heads = [place for place, part in enumerate(broken) if part.any()]
    if head not in heads:
        return f"Head {head + 1} does not show it. Choose head {heads[0] + 1}."
    first = ", the first that shows it" if head == heads[0] > 0 else ""
    return f"Head {head + 1} is shown{first}; counted are all {len(broken)} heads."

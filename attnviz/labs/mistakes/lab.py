"""The switchboard of mistakes over any scenario: right beside wrong, with the symptom named."""

from __future__ import annotations

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.scenario import Scenario
from attnviz.labs.given import head_of, with_scores
from attnviz.labs.introductions import Introduced
from attnviz.labs.mistakes.catalogue import MISTAKES, mistake
from attnviz.labs.mistakes.comparison import Comparison, compare
from attnviz.labs.mistakes.exhibits import exhibits_of
from attnviz.labs.parameters import Choice, Number, Option, Parameter, Values, choice, number, whole
from attnviz.labs.protocol import Fact, Progress, Result


class Mistakes(Introduced):
    """What goes wrong in code, and how to see that it did."""

    name = "mistakes"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """The mistake, the head that is shown, and how large scores are made for the overflow."""
        options = tuple(Option(one.name, one.title, one.sentence) for one in MISTAKES)
        return (
            Choice("mistake", "Mistake", "softmax-axis", options),
            head_of(scenario),
            Number("factor", "Scores × (row maximum only)", 1000.0, 1.0, 1e6, 1.0, log=True),
        )

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """Both sides of the mistake for one head."""
        head = whole(values, "head") - 1
        found = compare(mistake(choice(values, "mistake")), with_scores(scenario), number(values, "factor"))
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


def _where(broken: Bools, head: int) -> str:
    """Which heads show it, and that the sentence counts all of them."""
    heads = [place for place, part in enumerate(broken) if part.any()]
    if head in heads:
        return f"Counted over all {len(broken)} heads."
    return f"Head {head + 1} does not show it. Choose head {heads[0] + 1}."

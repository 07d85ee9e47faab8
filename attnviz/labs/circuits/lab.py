"""The laboratory of circuits: ranks and parameter counts, symmetry, and rows of X in another order."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.scenario import Scenario
from attnviz.labs.circuits.exhibits import circuit_exhibits, order_exhibits, order_lines, symmetry_exhibits
from attnviz.labs.circuits.head import (
    circuit,
    rank,
    scores_by_product,
    scores_of,
    with_equal_projections,
    without_order,
)
from attnviz.labs.circuits.order import Reordering, order_of, reordering
from attnviz.labs.exhibits import Exhibit
from attnviz.labs.given import head_of, held_whole, scenario_or_example
from attnviz.labs.introductions import Introduced
from attnviz.labs.parameters import Choice, Option, Parameter, Switch, Values, Whole, choice, switch, whole
from attnviz.labs.protocol import Fact, Progress, Result

_PARTS = (
    Option("circuits", "Circuits", "W_Q W_Kᵀ and W_V W_O as matrices of their own."),
    Option("symmetry", "Symmetry", "What changes when W_K = W_Q."),
    Option("order", "Order", "Rows of X change places; the outputs follow."),
)
_ORDERS = (
    Option("reverse", "Reversed"),
    Option("swap", "First two swapped"),
    Option("shuffle", "Shuffled", "By the seed."),
)


class Circuits(Introduced):
    """Unit 12: why both W_Q and W_K, is looking mutual, and does attention know the order of words."""

    name = "circuits"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """What to show, the head, sizes to count parameters for, and the new order of the rows of X."""
        return (
            Choice("show", "Show", "circuits", _PARTS),
            head_of(scenario),
            Whole("d_model", "Count for d_model", 512, 1, 16384),
            Whole("d_k", "and d_k", 64, 1, 4096),
            Switch("causal", "Causal mask", False, "With it, the order of X matters."),
            Choice("order", "Order of X", "reverse", _ORDERS),
            Whole("seed", "Seed", 7, 0, 2**31 - 1),
        )

    def idle(self, values: Values) -> frozenset[str]:
        """What belongs to another part than the one shown, and the seed of an order that needs none."""
        sizes, order = {"d_model", "d_k"}, {"order", "seed", "causal"}
        match choice(values, "show"):
            case "circuits":
                return frozenset(order)
            case "symmetry":
                return frozenset(sizes | order)
        return frozenset({"head", *sizes} if choice(values, "order") == "shuffle" else {"head", "seed", *sizes})

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """All numbers, and the exhibits and facts of the chosen part."""
        given = held_whole(scenario_or_example(scenario))
        head = whole(values, "head") - 1
        found = circuit(given, head)
        scores, weights = scores_of(without_order(given, causal=False), head)
        sizes = (whole(values, "d_model"), whole(values, "d_k"))
        moved = reordering(
            given,
            order_of(choice(values, "order"), given.sizes.T, whole(values, "seed")),
            causal=switch(values, "causal"),
        )
        numbers: dict[str, float | Array] = {
            "qk": found.qk,
            "ov": found.ov,
            "qk_rank": rank(found.W_Q, found.W_K.T),
            "ov_rank": rank(found.W_V, np.eye(len(found.W_V.T)) if found.W_O is None else found.W_O),
            "scores": scores,
            "scores_by_product": scores_by_product(given, found),
            "weights": weights,
            "factor_parameters": float(2 * sizes[0] * sizes[1]),
            "full_parameters": float(sizes[0] ** 2),
            "own_factor_parameters": float(found.W_Q.size + found.W_K.size),
            "own_full_parameters": float(found.qk.size),
            "outputs": moved.outputs,
            "permuted_outputs": moved.permuted_outputs,
            "order": moved.order + 1.0,
            "order_gap": moved.gap,
        }
        equal = with_equal_projections(given)
        if equal is not None:
            symmetric = scores_of(without_order(equal, causal=False), head)
            numbers |= {"symmetric_scores": symmetric[0], "symmetric_weights": symmetric[1]}
        shown = choice(values, "show")
        exhibits: tuple[Exhibit, ...]
        bands: tuple[tuple[str, ...], ...] = ()
        if shown == "circuits":
            exhibits, facts = circuit_exhibits(given, found, numbers), _circuit_facts(given)
        elif shown == "symmetry":
            exhibits, facts = symmetry_exhibits(given, numbers), _symmetry_facts(numbers)
        else:
            exhibits, facts = order_exhibits(moved), _order_facts(given, moved, causal=switch(values, "causal"))
            bands = order_lines(exhibits)
        return Result(exhibits, numbers, facts, bands=bands)


def _circuit_facts(given: Scenario) -> tuple[Fact, ...]:
    d_k = given.sizes.d_k
    facts = [
        Fact(f"The rank of W_Q W_Kᵀ is {{qk_rank}}, and never more than d_k = {d_k}."),
        Fact("At the chosen sizes two factors hold {factor_parameters} numbers, the full matrix {full_parameters}."),
    ]
    if getattr(given.inputs, "b_Q", None) is None and getattr(given.inputs, "b_K", None) is None:
        facts.insert(0, Fact("X (W_Q W_Kᵀ) Xᵀ gives exactly the scores: only the product enters them.", "right"))
    else:
        facts.insert(0, Fact("The biases b_Q and b_K add to the scores; the product alone leaves them out."))
    if getattr(given.inputs, "W_O", None) is None:
        facts.append(Fact("Without W_O, what is moved is W_V alone."))
    return tuple(facts)


def _symmetry_facts(numbers: dict[str, float | Array]) -> tuple[Fact, ...]:
    scores = np.asarray(numbers["scores"])
    facts = []
    if scores.shape[0] == scores.shape[1] and not np.allclose(scores, scores.T):
        row, column = (int(index) for index in np.argwhere(~np.isclose(scores, scores.T))[0])
        facts.append(Fact(
            f"“{row + 1} looks at {column + 1}” is not “{column + 1} looks at {row + 1}”: "
            "the two scores differ, because W_Q and W_K do."
        ))  # fmt: skip
    if "symmetric_scores" not in numbers:
        facts.append(Fact("W_K cannot be made equal to W_Q here: they have different shapes or read different tokens."))
        return tuple(facts)
    facts.append(Fact("With W_K = W_Q the scores are symmetric.", "right"))
    weights = np.asarray(numbers["symmetric_weights"])
    if not np.allclose(weights, weights.T):
        facts.append(Fact("The weights still are not: each row is divided by a sum of its own."))
    return tuple(facts)


def _order_facts(given: Scenario, moved: Reordering, *, causal: bool) -> tuple[Fact, ...]:
    if given.sizes.T == 1:
        return (Fact("One row has only one order. Add a token."),)
    close = 1e-9 if given.dtype == "float64" else 1e-4
    facts = [Fact("The scenario's own mask, positions and score bias are left out here: they know places.")]
    if moved.gap <= close * max(1.0, float(np.abs(moved.outputs).max())):
        facts.append(Fact("The outputs come out in the new order and otherwise unchanged.", "right"))
        if not causal:
            facts.append(Fact("Attention alone does not know the order of words. Positions and the causal mask do."))
    else:
        facts.append(Fact("Under the causal mask each row now sees other keys: outputs differ by up to {order_gap}."))
    return tuple(facts)

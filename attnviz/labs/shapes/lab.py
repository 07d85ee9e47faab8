"""The laboratory of shapes: the walk, the number of parameters, and the reshape that forgets its transpose."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.errors import AttentionError, Where
from attnviz.engine.scenario import Scenario
from attnviz.labs.exhibits import Boxes, Code, Exhibit, Matrix, Side, Table
from attnviz.labs.introductions import Introduced
from attnviz.labs.marked_cells import cells_of
from attnviz.labs.parameters import Choice, Option, Parameter, Values, Whole, choice, whole
from attnviz.labs.protocol import Fact, Progress, Result
from attnviz.labs.shapes.splitting import RIGHT, WRONG, Sizes, owners
from attnviz.labs.shapes.walk import walk

_PARTS = (
    Option("walk", "The walk", "Every array from X to the output."),
    Option("transpose", "Forgotten transpose", "Whose numbers land where, with the transpose and without."),
    Option("parameters", "Parameters", "How many numbers are to be learnt."),
)
_MOST_SHOWN = 16  # tokens and heads of the map that says whose numbers land where


class Shapes(Introduced):
    """Unit 8: heads are slices of one projection, and the transpose is what keeps tokens apart."""

    name = "shapes"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """What is shown, and B, T, d_model and h."""
        return (
            Choice("show", "Show", "walk", _PARTS),
            Whole("B", "Sequences B", 2, 1, 1024),
            Whole("T", "Tokens T", 4, 1, 8192),
            Whole("d_model", "d_model", 512, 1, 16384),
            Whole("h", "Heads h", 8, 1, 256),
        )

    def idle(self, values: Values) -> frozenset[str]:
        """Sequences and tokens where parameters are counted, sequences and widths where tokens are followed."""
        return frozenset({"parameters": {"B", "T"}, "transpose": {"B"}}.get(choice(values, "show"), set()))

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """The shapes, with numbers where there are few, and the tokens that each head's rows hold."""
        sizes = Sizes(*(whole(values, name) for name in ("B", "T", "d_model", "h")))
        if sizes.d_model % sizes.h:
            raise AttentionError(
                f"d_model = {sizes.d_model} cannot be cut into h = {sizes.h} heads of one width. Choose a divisor.",
                Where("h"),
            )
        narrow = Sizes(1, sizes.T, sizes.h, sizes.h)  # all d_k numbers of a row come from one token: one is enough
        right, wrong = (owners(lines, narrow)[:_MOST_SHOWN, :_MOST_SHOWN, 0] for lines in (RIGHT, WRONG))
        numbers = _counts(sizes) | {"right_tokens": right, "wrong_tokens": wrong}
        shown = choice(values, "show")
        exhibits: dict[str, tuple[Exhibit, ...]] = {
            "walk": (_walk(sizes),),
            "transpose": (
                Code("right_code", "Into heads", RIGHT, (0,), side="right"),
                Code("wrong_code", "Without the transpose", WRONG, (0,), side="wrong"),
                _tokens("right", "Whose numbers head by head", right, "right"),
                _tokens("wrong", "Whose numbers, without the transpose", wrong, "wrong"),
            ),
            "parameters": (_parameters_table(sizes),),
        }
        return Result(exhibits[shown], numbers, _facts(shown, sizes, wrong))


def _counts(sizes: Sizes) -> dict[str, float | Array]:
    return {
        "d_k": float(sizes.d_k),
        "parameters": float(4 * sizes.d_model**2),
        "score_count": float(sizes.B * sizes.h * sizes.T**2),
    }


def _walk(sizes: Sizes) -> Boxes:
    boxes = walk(sizes)
    note = "K and V take the same way as Q"
    if boxes[0].values is not None:
        note += "; W_Q changes nothing here, so that every number can be followed"
    return Boxes("walk", "From X to the output", boxes, note)


def _parameters_table(sizes: Sizes) -> Table:
    """Four square projections, whatever h is, and how the heads cut them."""
    one = float(sizes.d_model**2)
    shape = f"{sizes.d_model} × {sizes.d_model}"
    columns, parts = f"{sizes.h} of {sizes.d_model} × {sizes.d_k}", f"{sizes.h} of {sizes.d_k} × {sizes.d_model}"
    rows: list[tuple[str | float, ...]] = [(name, shape, columns, one) for name in ("W_Q", "W_K", "W_V")]
    rows += [("W_O", shape, parts, one), ("together", "4 · d_model²", "", 4 * one)]
    return Table("parameters", "Parameters, without biases", ("", "shape", "in heads", "numbers"), tuple(rows))


def _tokens(name: str, title: str, tokens: Array, side: Side) -> Matrix:
    """Rows are heads, columns the places where softmax expects tokens 1, 2, 3, …"""
    heads, places = tokens.shape
    return Matrix(
        name, title, tokens,
        tuple(f"head {head}" for head in range(1, heads + 1)), tuple(f"row {row}" for row in range(1, places + 1)),
        "queries", "signed", "the number is the token that a row was taken from",
        broken=cells_of(tokens != np.arange(1.0, places + 1)), side=side,
    )  # fmt: skip


def _facts(shown: str, sizes: Sizes, wrong: Array) -> tuple[Fact, ...]:
    width = f"d_k = d_model ÷ h = {sizes.d_model} ÷ {sizes.h} = {sizes.d_k}."
    if shown != "transpose":
        count = "W_Q, W_K, W_V and W_O hold 4 · d_model² = {parameters} parameters, whatever h is."
        return Fact(width), Fact(count, "right")
    facts = []
    mixed = wrong != np.arange(1.0, wrong.shape[1] + 1)
    if mixed.any():
        head, place = (int(index) for index in np.argwhere(mixed)[0])
        facts.append(Fact(
            f"Without the transpose the shape is the same, but row {place + 1} of head {head + 1} holds numbers of "
            f"token {int(wrong[head, place])}: tokens are mixed, and no error says so.", "symptom",
        ))  # fmt: skip
    else:
        facts.append(Fact("With one head or one token the transpose moves nothing. Choose 2 or more of both."))
    return tuple(facts)

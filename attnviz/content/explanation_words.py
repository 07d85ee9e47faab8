"""Each operation in plain sentences that name the tokens."""

from __future__ import annotations

from attnviz.content.explanation_parts import Part, Role
from attnviz.content.explanation_terms import Figures
from attnviz.content.input_wording import what_it_feeds
from attnviz.content.labels import HEADING
from attnviz.content.wording import key_name, query_name
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import Derivation, Operand, hidden_by
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

HIDERS = {"causal": "the causal mask", "padding": "padding", "custom": "the custom mask", "bias": "a bias of −∞"}
_INPUT_ROLES: dict[str, Role] = {"Q": "queries", "K": "keys", "V": "values"}
Words = tuple[Part, ...]


def role_of(name: str) -> Role:
    """The role whose colour a stage or input has; W_O keeps the plain colour of what is given."""
    if name in BY_NAME:
        return BY_NAME[name].role
    return _INPUT_ROLES.get(name[-1], "input") if name != "X" else "input"


def words_of(trace: Trace, made: Derivation, figures: Figures) -> Words:
    """What the operation does with which tokens, and what it makes."""
    cell, result = made.cell, figures.said(made.result, role_of(made.cell.name))
    query = Part(query_name(trace, cell.row, HEADING), "queries")
    match made.operation:
        case "input":
            return _given(trace, made)
        case "project":
            return (*_projected(trace, made), *_makes(result))
        case "dot":
            key = Part(key_name(trace, cell.column, HEADING), "keys")
            return _sentence(
                query, " looks at ", key, ": their numbers are multiplied pair by pair, and the products added up",
            ) + _makes(result)  # fmt: skip
        case "scale":
            return (*_scaled(made, figures), *_makes(result))
        case "cap":
            limit = figures.given(made.operands[1].values[0]).parts[0]
            return _sentence(
                "a soft cap keeps every score within ±", limit, ": a small one stays nearly as it is, a large one is "
                "held back",
            ) + _makes(result)  # fmt: skip
        case "bias":
            added = figures.given(made.operands[1].values[0], "plain", _first(made.operands[1])).parts[0]
            whose = "this pair's bias, " if BY_NAME[cell.name].axes[1] == "keys" else "the bias of this column, "
            return _sentence(whose, added, ", is added") + _makes(result)
        case "temper":
            return (*_tempered(made, figures), *_makes(result))
        case "hide":
            return _hidden(trace, cell)
        case "keep":
            return _kept(trace, made, result)
        case "exp":
            return _exponential(trace, made, figures, result)
        case "softmax":
            key, gives = (
                Part(key_name(trace, cell.column, HEADING), "keys"),
                "nothing" if made.operands[0].values[0] == 0 else "a share",
            )
            return _sentence(
                query, " gives ", key, f" {gives}: the exponential of this key, divided by the sum of all that the "
                "query may see. That is ", *result, ".",
            )  # fmt: skip
        case "mix":
            whose = Part("the values", "values")
            return _sentence(
                whose, " are mixed: each counts as much as its weight says that ", query, " looks at it. Number "
                f"{cell.column + 1} of the mixture",
            ) + _makes(result, ": ")  # fmt: skip
        case "concatenate":
            head, column = divmod(cell.column, trace.sizes.d_v or 1)
            return _sentence(
                f"the heads' outputs stand side by side: number {cell.column + 1} of the row is number {column + 1} of "
                f"head {head + 1}",
            ) + _makes(result, ": ")  # fmt: skip


def _sentence(*pieces: str | Part) -> Words:
    """The pieces with a capital at the beginning."""
    parts = [piece if isinstance(piece, Part) else Part(piece) for piece in pieces]
    first = parts[0]
    return (Part(first.text[:1].upper() + first.text[1:], first.role, first.cell), *parts[1:])


def _makes(result: Words, link: str = ". That makes ") -> Words:
    return (Part(link), *result, Part("."))


def _first(operand: Operand) -> Cell | None:
    region = operand.region
    return None if region is None else Cell(region.name, region.head, region.rows[0], region.columns[0])


def _given(trace: Trace, made: Derivation) -> Words:
    if not made.operands:
        return (Part(what_it_feeds(trace, made.cell)),)
    return _sentence("this number is given: it stands in ", Part(made.operands[0].symbol, role_of(made.cell.name)), ".")


def _projected(trace: Trace, made: Derivation) -> Words:
    cell = made.cell
    rows, matrix = made.operands[0].symbol, made.operands[1]
    assert matrix.region is not None
    stage = BY_NAME[cell.name]
    name = key_name(trace, cell.row, HEADING) if stage.axes[0] == "keys" else query_name(trace, cell.row, HEADING)
    if cell.name == "output":
        name = f"the output of {name}"
    elif cell.name == "values":
        name = name.replace("key", "value", 1)
    row = "the row of all heads' outputs" if rows == "concatenated" else f"row {cell.row + 1} of {rows}"
    bias = f", plus number {matrix.region.columns[0] + 1} of {made.operands[2].symbol}" if made.operands[2:] else ""
    return _sentence(
        f"number {cell.column + 1} of ", Part(name, role_of(cell.name)), f" is {row} times column "
        f"{matrix.region.columns[0] + 1} of {matrix.symbol}: multiplied pair by pair and added up{bias}",
    )  # fmt: skip


def _scaled(made: Derivation, figures: Figures) -> Words:
    score, by = made.operands
    before = figures.said(score.values[0], "scores", _first(score))
    if by.symbol == "√d_k":
        width = round(by.values[0] ** 2)
        return _sentence(
            "the score, ", *before, f", is divided by √d_k = √{width}, so that scores keep one size whatever d_k is"
        )
    if by.values[0] == 1.0:
        return _sentence("the scale is off: the score, ", *before, ", stays as it is")
    return _sentence("the score, ", *before, ", is multiplied by the scale ", figures.given(by.values[0]).parts[0])


def _tempered(made: Derivation, figures: Figures) -> Words:
    temperature = made.operands[1].values[0]
    effect = "sharper" if temperature < 1 else "flatter"
    return _sentence(
        "the score is divided by the temperature ",
        figures.given(temperature).parts[0],
        f", which makes the row {effect}",
    )


def _hidden(trace: Trace, cell: Cell) -> Words:
    query, key = query_name(trace, cell.row, HEADING), key_name(trace, cell.column, HEADING)
    why = {
        "causal": "it comes later, and a query sees nothing that comes after it",
        "padding": "it is padding, which no query looks at",
        "custom": "the custom mask hides this pair",
        "bias": "a bias of −∞ was added",
    }
    if trace.scenario.mask.alignment == "bottom_right":
        why["causal"] = "it comes later, counted from the end of the row"
    reasons = "; and ".join(why[name] for name in hidden_by(trace, cell))
    return _sentence(
        Part(key, "keys"), " is hidden from ", Part(query, "queries"), f": {reasons}. The score becomes −∞, and so its "
        "weight will be 0.",
    )  # fmt: skip


def _kept(trace: Trace, made: Derivation, result: Words) -> Words:
    if made.cell.name != "masked":
        return _sentence("there is no W_O: the row is handed on as it is", *_makes(result, ", "))
    query, key = query_name(trace, made.cell.row, HEADING), key_name(trace, made.cell.column, HEADING)
    return _sentence(
        "nothing hides ", Part(key, "keys"), " from ", Part(query, "queries"), ": the score stays ", *result, "."
    )


def _exponential(trace: Trace, made: Derivation, figures: Figures, result: Words) -> Words:
    if made.result == 0 and made.operands[0].values[0] == float("-inf"):
        return _sentence(
            "the number e raised to −∞ is 0: ", Part(key_name(trace, made.cell.column, HEADING), "keys"), " is hidden."
        )
    if len(made.operands) > 1:
        top = figures.said(made.operands[1].values[0], "scores", _first(made.operands[1]))
        return _sentence(
            "the number e is raised to the score less the largest score of the row, ", *top, ", so that nothing grows "
            "beyond what a number can hold. No weight changes by that",
        ) + _makes(result)  # fmt: skip
    return _sentence(
        "the number e ≈ 2.718 is raised to the score: always positive, and a score larger by one makes it e times as "
        "large"
    ) + _makes(result)

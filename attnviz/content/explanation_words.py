"""Each operation in plain sentences that name the tokens."""

from __future__ import annotations

from collections.abc import Callable

from attnviz.content.explanation_parts import Part, Role
from attnviz.content.explanation_terms import Figures
from attnviz.content.input_wording import what_it_feeds
from attnviz.content.labels import HEADING
from attnviz.content.turning import turn
from attnviz.content.wording import key_name, query_name, row_name, shared_by
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import Derivation, Operand, hidden_by
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

_INPUT_ROLES: dict[str, Role] = {"Q": "queries", "K": "keys", "V": "values"}
Words = tuple[Part, ...]


def role_of(name: str) -> Role:
    """The role whose colour a stage or input has; W_O keeps the plain colour of what is given."""
    if name in BY_NAME:
        return BY_NAME[name].role
    if name in ("alibi", "bias"):
        return "scores"
    return _INPUT_ROLES.get(name[-1], "input") if name != "X" else "input"


def words_of(trace: Trace, made: Derivation, figures: Figures) -> Words:
    """What the operation does with which tokens, and what it makes."""
    return _SAID[made.operation](trace, made, figures)


def query_part(trace: Trace, query: int) -> Part:
    """The query with its label, in its colour."""
    return Part(query_name(trace, query, HEADING), "queries")


def key_part(trace: Trace, key: int, role: Role = "keys") -> Part:
    """The key with its label, in its colour; as "value 3 “c”" in that of the values."""
    name = key_name(trace, key, HEADING)
    return Part(name.replace("key", "value", 1) if role == "values" else name, role)


def row_part(trace: Trace, cell: Cell) -> Part:
    """Whose row of a stage it is, in the stage's colour."""
    return Part(row_name(trace, cell.name, cell.row, HEADING), role_of(cell.name))


def sentence(*pieces: str | Part) -> Words:
    """The pieces with a capital at the beginning."""
    parts = [piece if isinstance(piece, Part) else Part(piece) for piece in pieces]
    first = parts[0]
    return (Part(first.text[:1].upper() + first.text[1:], first.role, first.cell), *parts[1:])


def _makes(made: Derivation, figures: Figures, link: str = ". That makes ") -> Words:
    """The end of a sentence: what comes of it."""
    figures = figures.of(made.cell.name)
    return (Part(link), *figures.said(made.result, role_of(made.cell.name)), Part("."))


def _operand(figures: Figures, operand: Operand) -> Words:
    """An operand of one number inside a sentence, with its link; a setting as it was typed."""
    if operand.region is None:
        return figures.given(operand.values[0]).parts
    region = operand.region
    cell = Cell(region.name, region.head, region.rows[0], region.columns[0])
    return figures.said(operand.values[0], role_of(region.name), cell)


def _given(trace: Trace, made: Derivation, _figures: Figures) -> Words:
    if not made.operands:
        return (Part(what_it_feeds(trace, made.cell)),)
    return sentence("this number is given: it stands in ", Part(made.operands[0].symbol, role_of(made.cell.name)), ".")


def _projected(trace: Trace, made: Derivation, figures: Figures) -> Words:
    cell, rows, matrix = made.cell, made.operands[0].symbol, made.operands[1]
    assert matrix.region is not None
    column = matrix.region.columns[0] + 1
    if BY_NAME[cell.name].axes[0] == "keys":
        whose = key_part(trace, cell.row, "values" if cell.name == "values" else "keys")
    else:
        whose = query_part(trace, cell.row)
    if cell.name == "output":
        whose = Part(f"the output of {whose.text}", "output")
    row = "the row of all heads' outputs" if rows == "concatenated" else f"row {cell.row + 1} of {rows}"
    bias = f", plus number {column} of {made.operands[2].symbol}" if made.operands[2:] else ""
    return (
        sentence(
            f"number {cell.column + 1} of ", whose, f" is {row} times column {column} of {matrix.symbol}: multiplied "
            f"pair by pair and added up{bias}",
        )
        + _makes(made, figures)
        + (_read(trace, cell, "It belongs to") if cell.name in ("keys", "values") else ())
    )  # fmt: skip


def _read(trace: Trace, cell: Cell, reads: str) -> Words:
    """Which key/value head that is, where several query heads share it."""
    shared = shared_by(trace, cell.head or 0)
    return (Part(f" {reads} {shared}."),) if shared else ()


def _turned(trace: Trace, made: Derivation, figures: Figures) -> Words:
    first = turn(trace, made.cell).sign < 0
    partner = made.operands[2].region
    assert partner is not None
    rule = "x·cos − y·sin" if first else "y·cos + x·sin"
    own = f"{'x' if first else 'y'} of an arrow whose {'y' if first else 'x'} is number {partner.columns[0] + 1}"
    return sentence(
        f"number {made.cell.column + 1} of ", row_part(trace, made.cell), f" is the {own}. Turned by the angle, it "
        f"becomes {rule}",
    ) + _makes(made, figures)  # fmt: skip


def _penalised(trace: Trace, made: Derivation, figures: Figures) -> Words:
    slope, distance = (operand.values[0] for operand in made.operands)
    step = "takes" if distance < 0 else "adds"
    return sentence(
        key_part(trace, made.cell.column), f" lies {_apart(distance)} ", query_part(trace, made.cell.row),
        f". Each step {step} the slope ", *figures.given(slope).parts,
    ) + _makes(made, figures)  # fmt: skip


def _apart(distance: float) -> str:
    """ "2 keys before", "1 key after", "at the place of"."""
    count = round(abs(distance))
    if not count:
        return "at the place of"
    return f"{count} key{'' if count == 1 else 's'} {'before' if distance < 0 else 'after'}"


def _dotted(trace: Trace, made: Derivation, figures: Figures) -> Words:
    turned = "turned " if "rotated_keys" in trace.stages else ""
    return (
        sentence(
            query_part(trace, made.cell.row), " looks at ", key_part(trace, made.cell.column),
            f": their {turned}numbers are multiplied pair by pair, and the products added up",
        )
        + _makes(made, figures)
        + _read(trace, made.cell, "The key is read from")
    )  # fmt: skip


def _scaled(_trace: Trace, made: Derivation, figures: Figures) -> Words:
    before, by = _operand(figures, made.operands[0]), made.operands[1]
    if by.symbol == "√d_k":
        width = round(by.values[0] ** 2)
        effect = f", is divided by √d_k = √{width}, so that scores keep one size whatever d_k is"
        return sentence("the score, ", *before, effect) + _makes(made, figures)
    if by.values[0] == 1.0:
        return sentence("there is no scale: the score, ", *before, ", stays as it is.")
    return sentence("the score, ", *before, ", is multiplied by the scale ", *_operand(figures, by)) + _makes(
        made, figures
    )


def _capped(_trace: Trace, made: Derivation, figures: Figures) -> Words:
    return sentence(
        "a soft cap keeps every score within ±", *_operand(figures, made.operands[1]), ": a small one stays nearly as "
        "it is, a large one is held back",
    ) + _makes(made, figures)  # fmt: skip


def _biased(trace: Trace, made: Derivation, figures: Figures) -> Words:
    """b_O, or what is added to a score: slope × distance, then a bias."""
    if BY_NAME[made.cell.name].axes[1] != "keys":
        bias = _operand(figures, made.operands[1])
        return sentence("the bias of this column, ", *bias, ", is added") + _makes(made, figures)
    added = {operand.symbol: operand for operand in made.operands[1:]}
    pieces: list[str | Part] = []
    if "slope" in added:
        key, query = key_part(trace, made.cell.column), query_part(trace, made.cell.row)
        pieces += [
            key, f" lies {_apart(added['distance'].values[0])} ", query, ": slope times distance, ",
            *figures.given(added["slope"].values[0]).parts, " times ",
            *figures.given(added["distance"].values[0]).parts, ", is added",
        ]  # fmt: skip
    if "bias" in added:
        pieces += [", and " if pieces else "", "this pair's bias, ", *_operand(figures, added["bias"])]
        pieces += [] if "slope" in added else [", is added"]
    return sentence(*pieces) + _makes(made, figures)


def _tempered(_trace: Trace, made: Derivation, figures: Figures) -> Words:
    effect = "sharper" if made.operands[1].values[0] < 1 else "flatter"
    return sentence(
        "the score is divided by the temperature ", *_operand(figures, made.operands[1]), f", which makes the row "
        f"{effect}",
    ) + _makes(made, figures)  # fmt: skip


def _hidden(trace: Trace, made: Derivation, _figures: Figures) -> Words:
    why = {
        "causal": "it comes later, and a query sees nothing that comes after it",
        "window": _outside(trace, made.cell),
        "padding": "it is padding, which no query looks at",
        "custom": "the custom mask hides this pair",
        "bias": "a bias of −∞ was added",
    }
    if trace.scenario.mask.alignment == "bottom_right":
        why["causal"] = "it comes later, counted from the end of the row"
    reasons = "; and ".join(why[name] for name in hidden_by(trace, made.cell))
    return sentence(
        key_part(trace, made.cell.column), " is hidden from ", query_part(trace, made.cell.row), f": {reasons}. The "
        "score becomes −∞, and so its weight will be 0.",
    )  # fmt: skip


def _outside(trace: Trace, cell: Cell) -> str:
    """ "it is 3 keys before it, and the window reaches 2"."""
    window = trace.scenario.mask.window
    distance = cell.column - cell.row - (trace.sizes.S - trace.sizes.T)
    reach = None if window is None else window[0] if distance < 0 else window[1]
    return f"it is {_apart(distance)} it, and the window reaches {reach}"


def _kept(trace: Trace, made: Derivation, figures: Figures) -> Words:
    if made.cell.name in ("rotated_queries", "rotated_keys"):
        return sentence("only the first numbers of a head turn: this one stays") + _makes(made, figures, " ")
    if made.cell.name != "masked":
        return sentence("there is no W_O: the row is handed on as it is") + _makes(made, figures, ", ")
    return sentence(
        "nothing hides ", key_part(trace, made.cell.column), " from ", query_part(trace, made.cell.row), ": the score "
        "stays",
    ) + _makes(made, figures, " ")  # fmt: skip


def _exponential(trace: Trace, made: Derivation, figures: Figures) -> Words:
    if made.operands[0].values[0] == float("-inf"):
        return sentence("the number e raised to −∞ is 0: ", key_part(trace, made.cell.column), " is hidden.")
    if len(made.operands) > 1:
        top = _operand(figures, made.operands[1])
        return sentence(
            "the number e is raised to the score less the largest score of the row, ", *top, ", so that nothing grows "
            "beyond what a number can hold. No weight changes by that",
        ) + _makes(made, figures)  # fmt: skip
    return sentence(
        "the number e ≈ 2.718 is raised to the score: always positive, and a score larger by one makes it e times as "
        "large"
    ) + _makes(made, figures)


def _shared(trace: Trace, made: Derivation, figures: Figures) -> Words:
    gives = "nothing" if made.operands[0].values[0] == 0 else "a share"
    return sentence(
        query_part(trace, made.cell.row), " gives ", key_part(trace, made.cell.column), f" {gives}: the exponential of "
        "this key, divided by the sum of all that the query may see",
    ) + _makes(made, figures, ". That is ")  # fmt: skip


def _mixed(trace: Trace, made: Derivation, figures: Figures) -> Words:
    return (
        sentence(
            Part("the values", "values"), " are mixed: each counts as much as its weight says that ",
            query_part(trace, made.cell.row), f" looks at it. Number {made.cell.column + 1} of the mixture",
        )
        + _makes(made, figures, ": ")
        + _read(trace, made.cell, "The values are those of")
    )  # fmt: skip


def _joined(trace: Trace, made: Derivation, figures: Figures) -> Words:
    head, column = divmod(made.cell.column, trace.sizes.d_v or 1)
    return sentence(
        f"the heads' outputs stand side by side: number {made.cell.column + 1} of the row is number {column + 1} of "
        f"head {head + 1}",
    ) + _makes(made, figures, ": ")  # fmt: skip


_SAID: dict[str, Callable[[Trace, Derivation, Figures], Words]] = {
    "input": _given,
    "project": _projected,
    "rotate": _turned,
    "dot": _dotted,
    "penalty": _penalised,
    "scale": _scaled,
    "cap": _capped,
    "bias": _biased,
    "temper": _tempered,
    "hide": _hidden,
    "keep": _kept,
    "exp": _exponential,
    "softmax": _shared,
    "mix": _mixed,
    "concatenate": _joined,
}

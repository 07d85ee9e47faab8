"""The arithmetic of one cell as lines to be read: each step with its operands, in the colours of their roles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnviz.content.labels import HEADING, isolated, quoted
from attnviz.content.numerals import format_in_sum, format_number, format_result, is_rounded
from attnviz.engine.arrays import Array
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import Derivation, derive, hidden_by
from attnviz.engine.errors import HiddenRow, Overflow
from attnviz.engine.links import check_cell
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

MOST_TERMS = 8  # products or exponentials written out; of a longer sum the rest is counted
WIDEST_VECTOR = 4  # values with more numbers are not written out

Role = Literal["queries", "keys", "values", "scores", "weights", "output", "input", "plain", "error"]
# W_O stands beside concatenated numbers, which are output too: it keeps the plain colour of what is given.
_INPUT_ROLES: dict[str, Role] = {"Q": "queries", "K": "keys", "V": "values"}
_HIDERS = {"causal": "the causal mask", "padding": "padding", "custom": "the custom mask", "bias": "a bias of −∞"}


@dataclass(frozen=True)
class Span:
    """A piece of a line: its text, the role whose colour it takes, and whether it is the number that was asked for."""

    text: str
    role: Role = "plain"
    strong: bool = False


@dataclass(frozen=True)
class Line:
    """One line of arithmetic under the title of its step; lines of one step share the title."""

    step: str
    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        """The line without colours."""
        return "".join(span.text for span in self.spans)


def arithmetic(trace: Trace, cell: Cell, decimals: int) -> tuple[Line, ...]:
    """How the cell's number came about, from the dot product on for scores and weights; read top to bottom.

    Rounded operands end in "…", so that what stands there is never wrong by more than its last digit. Steps that
    change nothing are left out unless they are what was asked for. Where a query sees no key, the last line says so.
    Raises NoSuchStage if there is no such cell.
    """
    chain = _chain(trace, cell)
    writer = _Writer(trace, chain[-1], decimals)
    try:
        for place in chain:
            writer.step(derive(trace, place))
        if cell.name == "weights":
            writer.share()
    except HiddenRow as error:
        writer.lines.append(no_result(trace, cell.row, error))
    except Overflow as error:
        writer.lines.append(Line("No result", (Span(str(error), "error"),)))
    return tuple(writer.lines)


def no_result(trace: Trace, query: int, error: HiddenRow) -> Line:
    """Why a query has no weights: it sees no key itself, or softmax stops at another one that sees none."""
    row = error.where.row if error.where is not None else None
    if row is None:
        return Line("No result", (Span(str(error), "error"),))
    masked = trace.at("masked", error.where.head)
    own = row == query or bool(np.isneginf(masked[query]).all())  # the error names only the first that sees none
    row = query if own else row
    who = f"query {quoted(row + 1, trace.scenario.query_labels[row], HEADING)}"
    if own:
        return Line("No result", (Span(f"{who.capitalize()} sees no key.", "error"),))
    return Line("Not computed", (Span(f"Softmax waits for {who}, which sees no key."),))


def _chain(trace: Trace, cell: Cell) -> tuple[Cell, ...]:
    """The cells that lead to this one, itself or the very same number last."""
    if cell.name in trace.stages and "scores" in trace.stages and BY_NAME[cell.name].axes == ("queries", "keys"):
        start, stop = trace.stages.index("scores"), trace.stages.index(cell.name)
        names = trace.stages[start : stop + 1]
        return tuple(Cell(name, cell.head, cell.row, cell.column) for name in names)
    inputs = trace.scenario.inputs
    if cell.name == "concatenated" or (cell.name == "output" and getattr(inputs, "W_O", None) is None):
        check_cell(trace, cell)
        head, column = divmod(cell.column, trace.sizes.d_v or 1)
        mixed = Cell("head_output", head, cell.row, column)
        biased = cell.name == "output" and getattr(inputs, "b_O", None) is not None
        return (mixed, cell) if biased else (mixed,)  # placed side by side and handed on, a number stays what it is
    return (cell,)


def _role(name: str) -> Role:
    if name in BY_NAME:
        return BY_NAME[name].role
    return _INPUT_ROLES.get(name[-1], "input") if name != "X" else "input"


class _Writer:
    """Collects the lines of one cell."""

    def __init__(self, trace: Trace, cell: Cell, decimals: int) -> None:
        self.lines: list[Line] = []
        self._trace = trace
        self._cell = cell
        self._decimals = decimals

    def step(self, made: Derivation) -> None:
        """Appends the lines of one operation."""
        match made.operation:
            case "dot":
                self._sum("Dot product", made, "queries", "keys")
            case "project":
                self._sum(self._projection(made), made, _role(made.operands[0].symbol), _role(made.operands[1].symbol))
            case "mix":
                self._sum(self._mixture(made), made, "weights", "values")
            case "scale":
                self._scale(made)
            case "cap":
                number, cap = self._number(made.operands[0].values[0]), self._given(made.operands[1].values[0])
                self._line("Cap softly", made, Span(f"{cap} · tanh({number} ÷ {cap})", "scores"))
            case "bias":
                number, added = self._number(made.operands[0].values[0]), self._given(made.operands[1].values[0])
                self._line("Add the bias", made, Span(f"{number} + {_bracketed(added)}", _role(made.cell.name)))
            case "temper":
                number, temperature = self._number(made.operands[0].values[0]), self._given(made.operands[1].values[0])
                self._line("Divide by the temperature", made, Span(number, "scores"), Span(f" ÷ {temperature}"))
            case "hide":
                by = " and ".join(_HIDERS[name] for name in hidden_by(self._trace, made.cell))
                self._line(
                    f"Hidden by {by}", made, Span(self._number(made.operands[0].values[0]), "scores"), sign=" → "
                )
            case "keep":
                if made.cell.name == self._cell.name:
                    self._line("Not hidden", made)
            case "exp":
                self._exponential(made)
            case "softmax":
                self._softmax(made)
            case "input":
                self._line("Given" if not made.operands else f"As given in {made.operands[0].symbol}", made)

    def share(self) -> None:
        """What the weight takes of its value, where the value is short enough to write out."""
        trace, cell = self._trace, self._cell
        if "values" in trace.stages:
            value = trace.at("values", cell.head)[cell.column]
        elif "head_output" in trace.stages:
            assert trace.sizes.d_v is not None
            start = (cell.head or 0) * trace.sizes.kv_heads // trace.sizes.heads * trace.sizes.d_v
            value = trace.at("V")[cell.column, start : start + trace.sizes.d_v]
        else:
            return
        if len(value) > WIDEST_VECTOR:
            return
        weight = float(trace.at("weights", cell.head)[cell.row, cell.column])
        spans = (
            Span(self._number(weight), "weights"),
            Span(" · "),
            Span(self._vector(value), "values"),
            Span(" = "),
            Span(self._vector(weight * value), "output"),
        )
        self.lines.append(Line("Its share of the output", spans))

    def _sum(self, title: str, made: Derivation, left_role: Role, right_role: Role) -> None:
        left, right = made.operands[0].values, made.operands[1].values
        seen = self._shown_terms(made, left)
        spans: list[Span] = []
        for index in seen[:MOST_TERMS]:
            spans += [
                Span(" + " if spans else ""),
                Span(self._bracketed(left[index], first=not spans), left_role),
                Span("·"),
                Span(self._bracketed(right[index]), right_role),
            ]
        if len(seen) > MOST_TERMS:
            left_out = len(seen) - MOST_TERMS
            spans.append(Span(f" + … ({left_out} more product{'s' if left_out > 1 else ''})"))
        for bias in made.operands[2:]:
            spans += [Span(" + "), Span(_bracketed(self._given(bias.values[0])), right_role)]
        self._line(title, made, *(span for span in spans if span.text))

    def _shown_terms(self, made: Derivation, left: Sequence[float]) -> list[int]:
        """All terms, or for a mixture those whose key is visible."""
        if made.operation != "mix":
            return list(range(len(left)))
        masked = self._trace.peek("masked", made.cell.head) if "masked" in self._trace.stages else None
        return [i for i in range(len(left)) if masked is None or not np.isneginf(masked[made.cell.row, i])]

    def _mixture(self, made: Derivation) -> str:
        many = self._trace.sizes.heads > 1
        return (
            f"Head {(made.cell.head or 0) + 1}: values mixed by its weights" if many else "Values mixed by the weights"
        )

    def _projection(self, made: Derivation) -> str:
        bias = f" + {made.operands[2].symbol}" if len(made.operands) > 2 else ""
        return f"Row {made.cell.row + 1} of {made.operands[0].symbol} times {made.operands[1].symbol}{bias}"

    def _scale(self, made: Derivation) -> None:
        score, by = made.operands
        number = self._number(score.values[0])
        if by.symbol == "√d_k":
            self._line("Scale by √d_k", made, Span(number, "scores"), Span(f" ÷ √{self._trace.sizes.d_k}"))
        elif by.values[0] != 1.0:
            self._line("Scale", made, Span(number, "scores"), Span(f" · {_bracketed(self._given(by.values[0]))}"))
        elif made.cell.name == self._cell.name:
            self._line("Not scaled", made)

    def _exponential(self, made: Derivation) -> None:
        power, title = self._number(made.operands[0].values[0]), "Exponential"
        if len(made.operands) > 1:
            power = f"({power} − {self._bracketed(made.operands[1].values[0])})"
            title = "Exponential, less the row maximum"
        asked = made.cell.name == self._cell.name
        self._line(title if asked else self._softmax_title(), made, Span(f"e^{power}", "scores"))

    def _softmax(self, made: Derivation) -> None:
        own, row, total = made.operands
        masked = self._trace.at("masked", made.cell.head)[made.cell.row]
        seen = [value for value, score in zip(row.values, masked, strict=True) if not np.isneginf(score)]
        more = f" + … ({len(seen) - MOST_TERMS} more)" if len(seen) > MOST_TERMS else ""
        terms = " + ".join(self._number(value) for value in seen[:MOST_TERMS]) + more
        title = self._softmax_title()
        if len(seen) > 1:
            spans = (Span(terms, "weights"), Span(" = "), Span(self._number(total.values[0]), "weights"))
            self.lines.append(Line(title, spans))
        quotient = f"{self._number(own.values[0])} ÷ {self._number(total.values[0])}"
        self._line(title, made, Span(quotient, "weights"))

    def _softmax_title(self) -> str:
        label = self._trace.scenario.query_labels[self._cell.row]
        who = f"'{isolated(label, HEADING)}'" if label != str(self._cell.row + 1) else f"query {label}"
        return f"Softmax over what {who} may see"

    def _line(self, title: str, made: Derivation, *spans: Span, sign: str = " = ") -> None:
        """The spans and the result; the result of the cell that was asked for is strong and shows no ellipsis."""
        asked = made.cell.name == self._cell.name
        shown = format_result(made.result, self._decimals) if asked else self._number(made.result)
        result = Span(shown, _role(made.cell.name), asked)
        self.lines.append(Line(title, (*spans, Span(sign), result) if spans else (result,)))

    def _number(self, value: float) -> str:
        return format_in_sum(value, self._decimals)

    def _given(self, value: float) -> str:
        """A setting as it was typed."""
        return format_number(value, self._decimals) + ("…" if is_rounded(value, self._decimals) else "")

    def _bracketed(self, value: float, *, first: bool = False) -> str:
        text = self._number(value)
        return text if first else _bracketed(text)

    def _vector(self, values: Array) -> str:
        return "(" + ", ".join(format_result(value, self._decimals) for value in values.tolist()) + ")"


def _bracketed(text: str) -> str:
    """A negative number after a sign stands in brackets."""
    return f"({text})" if text.startswith("−") else text

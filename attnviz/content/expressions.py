"""A small calculator for one number: reads 1/sqrt(2), √2/2, 2√2, 2^3 and says in words what it cannot read.

A parser of its own rather than Python's `ast`: it knows √, implicit products and the decimal comma, computes in floats
only (so that 9^9^9^9 ends at once), and can name what is missing.
"""

from __future__ import annotations

import math
import re
import string
import unicodedata
from collections.abc import Callable

from attnviz.engine.errors import AttentionError, Where

LONGEST = 200  # characters; nobody types more into a cell
DEEPEST = 40  # brackets, roots, signs and powers inside one another

CONSTANTS: dict[str, float] = {"pi": math.pi, "π": math.pi, "e": math.e}
FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt, "exp": math.exp, "ln": math.log, "log": math.log, "log2": math.log2, "log10": math.log10,
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "abs": abs,
}  # fmt: skip
_SAME = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "÷": "/", "∕": "/"})
_BLANK = string.whitespace + "\u00a0\u2007\u2009\u202f\u200b\u200e\u200f\u2060\ufeff"  # what copying brings along
_TOKEN = re.compile(
    r"(?P<number>[0-9.,]+(?:[eE][+-]?[0-9]+)?)|(?P<name>[A-Za-z]+[0-9]*|π)|(?P<sign>\*\*|[-+*/^()√])|(?P<space>\s+)"
)
_RAISED = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789")
_POWER = re.compile(r"(?<=[0-9])\s*[×·⋅*]\s*10([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)")  # 1.05×10⁶, as results are written
_INFINITE = {"inf", "infinity", "nan"}


class BadNumber(AttentionError):
    """A text that is no finite number. The message is the reason in words."""

    def __init__(self, message: str, where: Where | None = None) -> None:
        super().__init__(message, where or Where("number"))


def evaluate(text: str) -> float:
    """The finite number that the expression comes to. Raises BadNumber."""
    if len(text) > LONGEST:
        raise BadNumber(f"This is longer than {LONGEST} characters. Type one number.")
    try:
        plain = _POWER.sub(lambda power: f"e{power[1].translate(_RAISED)}", text).translate(_SAME).strip(_BLANK)
        value = _Reader(_tokens(plain)).read()
    except OverflowError as error:
        raise BadNumber("This number is too large. Type a smaller one.") from error
    if not math.isfinite(value):
        raise BadNumber("This number is too large. Type a smaller one.")
    return value


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            sign = text[position]
            if sign == "∞":
                raise BadNumber("“∞” is no finite number. Give one that is.")
            raise BadNumber(f"{_readable(sign)} does not belong in a number. Leave it out.")
        if match.lastgroup != "space":
            tokens.append(match.group())
        if match.lastgroup == "number" and text[match.end() : match.end() + 1] in ("e", "E"):
            _refuse_bare_e(text, match)
        position = match.end()
    return tokens


def _readable(sign: str) -> str:
    """The character in quotes, or its name where it cannot be seen."""
    return f"“{sign}”" if sign.isprintable() else f"The character {unicodedata.name(sign, f'U+{ord(sign):04X}')}"


def _refuse_bare_e(text: str, number: re.Match[str]) -> None:
    """2e may be the start of 2e3 or mean 2·e: it is neither until it says which."""
    after = text[number.end() + 1 : number.end() + 2]
    if not after.isalnum():
        raise BadNumber(f"“{number.group()}e” needs a whole number after it, as in 2e3. For the number e type 2*e.")


class _Reader:
    """Recursive descent over tokens; every method consumes what it reads and comes back with its value."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._next = 0
        self._depth = 0

    def read(self) -> float:
        if not self._tokens:
            raise BadNumber("Nothing is typed. Type a number.")
        value = self._sum()
        if self._peek():
            raise BadNumber(f"“{self._peek()}” is one too many. Leave it out.")
        return value

    def _sum(self) -> float:
        value = self._product()
        while self._peek() in ("+", "-"):
            value = value + self._product() if self._take() == "+" else value - self._product()
        return value

    def _product(self) -> float:
        value = self._signed()
        operator = ""
        while True:
            token = self._peek()
            if token in ("*", "/"):
                operator = self._take()
                factor = self._signed()
                value = value * factor if operator == "*" else _divided(value, factor)
            elif token and (token in "(√" or _is_name(token)):
                if operator == "/":
                    raise BadNumber("After a division it is not clear what is divided. Use brackets, as in 1/(2√2).")
                value *= self._power()
            elif _is_number(token):
                raise BadNumber("Two numbers stand side by side. Type one, without spaces or grouping.")
            else:
                return value

    def _signed(self) -> float:
        """A minus binds less than a power: −2^2 is −4."""
        if self._peek() in ("+", "-"):
            sign = self._take()
            value = self._inside(self._signed)
            return -value if sign == "-" else value
        return self._power()

    def _power(self) -> float:
        base = self._atom()
        if self._peek() not in ("^", "**"):
            return base
        self._take()
        exponent = self._inside(self._signed)
        try:
            value = base**exponent
        except ZeroDivisionError as error:
            raise BadNumber("0 cannot be raised to a negative power. Change one of the two.") from error
        if isinstance(value, complex):
            raise BadNumber("A negative number has no real power of that kind. Use a whole power.")
        return float(value)

    def _atom(self) -> float:
        token = self._take()
        if _is_number(token):
            return _literal(token)
        if token == "(":
            value = self._inside(self._sum)
            self._close()
            return value
        if token == "√":
            return _applied("sqrt", self._inside(self._atom))
        if _is_name(token):
            return self._named(token)
        raise BadNumber(f"A number is missing before “{token}”. Type it.")

    def _named(self, token: str) -> float:
        name = token.lower()
        if name in CONSTANTS:
            return CONSTANTS[name]
        if name in _INFINITE:
            raise BadNumber(f"“{token}” is no finite number. Give one that is.")
        if name not in FUNCTIONS:
            known = ", ".join(sorted(FUNCTIONS))
            raise BadNumber(f"“{token}” is not known here. Use pi, e, or {known}.")
        if self._peek() != "(":
            raise BadNumber(f"{name} needs brackets. Type them, as in {name}(2).")
        self._take()
        value = self._inside(self._sum)
        self._close()
        return _applied(name, value)

    def _inside(self, rule: Callable[[], float]) -> float:
        self._depth += 1
        if self._depth > DEEPEST:
            raise BadNumber("This is nested too deeply. Make it simpler.")
        value = rule()
        self._depth -= 1
        return value

    def _close(self) -> None:
        if self._peek() != ")":
            raise BadNumber("A closing bracket is missing. Type “)”.")
        self._take()

    def _peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        if not token:
            raise BadNumber(f"A number is missing after “{self._tokens[-1]}”. Type it.")
        self._next += 1
        return token


def _is_number(token: str) -> bool:
    return token[:1] in set("0123456789.,") and token != ""


def _is_name(token: str) -> bool:
    return token[:1].isalpha()


def _literal(token: str) -> float:
    mantissa = re.split("[eE]", token)[0]
    if mantissa.count(".") + mantissa.count(",") > 1:
        raise BadNumber(f"“{token}” has more than one decimal mark. Use one, and none between thousands.")
    if not mantissa.strip(".,"):
        raise BadNumber(f"“{token}” has no digits. Type a number.")
    value = float(token.replace(",", "."))
    if value == 0 and mantissa.strip("0.,"):
        raise BadNumber("This number is too small to be told from 0. Type 0.")
    return value


def _divided(value: float, divisor: float) -> float:
    if divisor == 0:
        raise BadNumber("Division by 0 has no answer. Change what is divided by.")
    return value / divisor


def _applied(name: str, value: float) -> float:
    try:
        return FUNCTIONS[name](value)
    except ValueError as error:
        raise BadNumber(f"{name} of {value:g} has no real value. Change the number inside.") from error

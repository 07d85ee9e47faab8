"""The language of goals, claims and numbers in prose: from text to a tree, each fault named with its place.

A parser of its own rather than Python's `ast`: it knows `*` for a whole row, `@` for a head, = and ^ as people write
them, and can say where and what is missing.
"""

from __future__ import annotations

import re
from functools import lru_cache

from attnviz.content.lessons.nodes import (
    Call,
    Comparison,
    Index,
    LabNumber,
    List,
    Literal,
    Logic,
    Name,
    Node,
    Operation,
    Reference,
)
from attnviz.content.lessons.vocabulary import CELLS, CONSTANTS, FUNCTIONS, SETTINGS, SIZES
from attnviz.content.misspelling import nearest
from attnviz.engine.errors import AttentionError, Where

LONGEST = 500  # characters
DEEPEST = 30  # brackets, signs, powers and negations inside one another
_SAME = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "÷": "/", "≤": "≤", "≥": "≥"})
_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<name>[A-Za-z_π∞][A-Za-z0-9_]*)"
    r"|(?P<sign><=|>=|!=|==|\*\*|[-+*/^()\[\],@.=<>≤≥≠])|(?P<space>\s+)"
)
_COMPARISONS = {"=": "=", "==": "=", "<": "<", ">": ">", "<=": "<=", ">=": ">=", "!=": "!=", "≤": "<=", "≥": ">=",
                "≠": "!="}  # fmt: skip
_WORDS = ("and", "or", "not")
_ALL_NAMES = (*CELLS, *SIZES, *SETTINGS, *CONSTANTS, *FUNCTIONS, "lab", *_WORDS)


class BadExpression(AttentionError):
    """An expression that cannot be read. The message quotes it; `where.column` is the character, from 0."""

    def __init__(self, text: str, at: int, reason: str) -> None:
        shown = " ".join(text.split()) if len(text) <= 60 else text[:57] + "…"
        super().__init__(f"“{shown}”, character {at + 1}: {reason}", Where("expression", None, at))
        self.given = (text, at, reason)

    def __reduce__(self) -> tuple[type[BadExpression], tuple[str, int, str]]:
        """How it is copied to another process."""
        return type(self), self.given


@lru_cache(maxsize=512)
def parse(text: str) -> Node:
    """The tree of an expression. Raises BadExpression."""
    if len(text) > LONGEST:
        raise BadExpression(text, LONGEST, f"this is longer than {LONGEST} characters. Shorten it.")
    return _Reader(text).read()


def place_of(text: str) -> Reference:
    """A place alone, such as weights[2,3] or weights@2[2,*]. Raises BadExpression for anything else."""
    node = parse(text)
    if not isinstance(node, Reference):
        raise BadExpression(text, 0, "this is no place. Write one such as weights[2,3] or weights[2,*].")
    return node


class _Reader:
    """Recursive descent; every method consumes what it reads and comes back with its tree."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = self._split(text.translate(_SAME))
        self._next = 0
        self._depth = 0

    def read(self) -> Node:
        if not self._tokens:
            raise self._bad("nothing is written here. Write a number such as weights[2,3].", 0)
        node = self._either()
        if self._peek():
            raise self._bad(f"“{self._peek()}” is one too many. Leave it out or join it with an operator.")
        return node

    def _split(self, text: str) -> list[tuple[str, str, int]]:
        tokens: list[tuple[str, str, int]] = []
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise BadExpression(self._text, at, f"“{text[at]}” does not belong here. Leave it out.")
            kind = match.lastgroup or ""
            if kind != "space":
                tokens.append((kind, match.group(), at))
            at = match.end()
        return tokens

    def _either(self) -> Node:
        parts = [self._both()]
        at = self._at()
        while self._took("or"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else Logic("or", tuple(parts), at)

    def _both(self) -> Node:
        parts = [self._negation()]
        at = self._at()
        while self._took("and"):
            parts.append(self._negation())
        return parts[0] if len(parts) == 1 else Logic("and", tuple(parts), at)

    def _negation(self) -> Node:
        at = self._at()
        if self._took("not"):
            self._deeper(1)
            inner = self._negation()
            self._deeper(-1)
            return Logic("not", (inner,), at)
        return self._comparison()

    def _comparison(self) -> Node:
        parts, signs = [self._sum()], []
        at = self._at()
        while self._peek() in _COMPARISONS:
            signs.append(_COMPARISONS[self._take()])
            parts.append(self._sum())
        return Comparison(tuple(parts), tuple(signs), at) if signs else parts[0]

    def _sum(self) -> Node:
        node = self._product()
        while self._peek() in ("+", "-"):
            at, sign = self._at(), self._take()
            node = Operation(sign, (node, self._product()), at)
        return node

    def _product(self) -> Node:
        node = self._signed()
        while self._peek() in ("*", "/"):
            at, sign = self._at(), self._take()
            node = Operation(sign, (node, self._signed()), at)
        return node

    def _signed(self) -> Node:
        """A minus binds less than a power: −2^2 is −4."""
        at = self._at()
        if self._peek() in ("+", "-"):
            sign = self._take()
            self._deeper(1)
            inner = self._signed()
            self._deeper(-1)
            return Operation(sign, (inner,), at)
        base = self._atom()
        at = self._at()
        if self._peek() not in ("^", "**"):
            return base
        self._take()
        self._deeper(1)
        exponent = self._signed()
        self._deeper(-1)
        return Operation("^", (base, exponent), at)

    def _atom(self) -> Node:
        at = self._at()
        kind = self._kind()
        token = self._take()
        if kind == "number":
            return Literal(float(token), at)
        if token == "(":
            self._deeper(1)
            inner = self._either()
            self._close(")")
            return inner
        if token == "[":
            items = self._items("]")
            if not items:
                raise self._bad("this list is empty. Put numbers into it.", at)
            return List(items, at)
        if kind == "name" and token not in _WORDS:
            return self._named(token, at)
        raise self._bad(f"a number is missing before “{token}”. Write it.", at)

    def _named(self, name: str, at: int) -> Node:
        if name in FUNCTIONS and self._peek() == "(":
            self._take()
            arguments = self._items(")")
            least, most = FUNCTIONS[name]
            if not least <= len(arguments) <= most:
                wanted = f"{least}" if least == most else f"{least} to {most}"
                raise self._bad(f"{name} takes {wanted} of these in its brackets, not {len(arguments)}.", at)
            return Call(name, arguments, at)
        if name == "lab":
            return self._lab_number(at)
        if name in CELLS:
            head = self._head() if self._took("@") else None
            indices = self._indices(2) if self._peek() == "[" else ()
            return Reference(name, head, indices, at)
        if name in CONSTANTS or name in SETTINGS or name in SIZES:
            return Name(name, at)
        if name in FUNCTIONS:
            raise self._bad(f"{name} needs brackets, as in {name}(weights[2,*]). Add them.", at)
        near = nearest(name, _ALL_NAMES)
        remedy = f"Did you mean {near}?" if near else "Name a stage, an input, a setting or a function."
        raise self._bad(f"there is no “{name}”. {remedy}", at)

    def _lab_number(self, at: int) -> LabNumber:
        if not self._took(".") or self._kind() != "name":
            raise self._bad("write the number of the laboratory after a dot, as in lab.weights.", at)
        name = self._take()
        return LabNumber(name, self._indices(1, 2) if self._peek() == "[" else (), at)

    def _head(self) -> int:
        at = self._at()
        head = self._index()
        if head is None:
            raise self._bad("name one head after @, as in weights@2[2,3].", at)
        return head

    def _indices(self, *counts: int) -> tuple[Index, ...]:
        at = self._at()
        self._take()
        found = [self._index()]
        while self._took(","):
            found.append(self._index())
        if not self._took("]"):
            raise self._bad("a bracket “]” is missing. Close it here.")
        if len(found) not in counts:
            raise self._bad("give a row and a column, as in [2,3], or [2,*] for the whole row.", at)
        return tuple(found)

    def _index(self) -> Index:
        at, kind = self._at(), self._kind()
        token = self._take()
        if token == "*":
            return None
        if kind != "number" or not token.isdigit() or len(token) > 9 or int(token) < 1:
            raise self._bad("rows, columns and heads count from 1; * is all of them.", at)
        return int(token) - 1

    def _items(self, end: str) -> tuple[Node, ...]:
        self._deeper(1)
        if self._took(end):
            self._deeper(-1)
            return ()
        found = [self._either()]
        while self._took(","):
            found.append(self._either())
        self._close(end)
        return tuple(found)

    def _close(self, end: str) -> None:
        if not self._took(end):
            raise self._bad(f"a bracket “{end}” is missing. Close it here.")
        self._deeper(-1)

    def _deeper(self, step: int) -> None:
        self._depth += step
        if self._depth > DEEPEST:
            raise self._bad(f"more than {DEEPEST} brackets and signs stand inside one another. Make it flatter.")

    def _peek(self) -> str:
        return self._tokens[self._next][1] if self._next < len(self._tokens) else ""

    def _kind(self) -> str:
        return self._tokens[self._next][0] if self._next < len(self._tokens) else ""

    def _at(self) -> int:
        return self._tokens[self._next][2] if self._next < len(self._tokens) else len(self._text)

    def _take(self) -> str:
        token = self._peek()
        if not token:
            raise self._bad("this ends too early. Complete it.")
        self._next += 1
        return token

    def _took(self, token: str) -> bool:
        if self._peek() != token:
            return False
        self._next += 1
        return True

    def _bad(self, reason: str, at: int | None = None) -> BadExpression:
        return BadExpression(self._text, self._at() if at is None else at, reason)

"""The tree of an expression: what it reads and what it does with it. `at` is the character where it stands, from 0."""

from __future__ import annotations

from dataclasses import dataclass

Index = int | None  # a row or column from 0; None is all of them


@dataclass(frozen=True)
class Literal:
    """A number as written."""

    value: float
    at: int


@dataclass(frozen=True)
class Name:
    """A setting such as temperature, a size such as d_k, or a constant such as pi."""

    name: str
    at: int


@dataclass(frozen=True)
class Reference:
    """Cells of a stage or input. head: from 0, None for the first. indices: row and column, or () for the table."""

    name: str
    head: int | None
    indices: tuple[Index, ...]
    at: int


@dataclass(frozen=True)
class LabNumber:
    """A named number of the step's laboratory, or part of it: one index or two."""

    name: str
    indices: tuple[Index, ...]
    at: int


@dataclass(frozen=True)
class List:
    """Numbers side by side, or rows of equal length."""

    items: tuple[Node, ...]
    at: int


@dataclass(frozen=True)
class Call:
    """A function of the language."""

    name: str
    arguments: tuple[Node, ...]
    at: int


@dataclass(frozen=True)
class Operation:
    """A sign before one operand, or + − * / ^ between two."""

    sign: str
    operands: tuple[Node, ...]
    at: int


@dataclass(frozen=True)
class Comparison:
    """A chain such as 0.2 < x <= 0.4: one sign fewer than operands."""

    operands: tuple[Node, ...]
    signs: tuple[str, ...]
    at: int


@dataclass(frozen=True)
class Logic:
    """and, or, not."""

    word: str
    operands: tuple[Node, ...]
    at: int


Node = Literal | Name | Reference | LabNumber | List | Call | Operation | Comparison | Logic


def parts(node: Node) -> tuple[Node, ...]:
    """The trees directly inside this one."""
    match node:
        case List(items=inside) | Call(arguments=inside):
            return inside
        case Operation(operands=inside) | Comparison(operands=inside) | Logic(operands=inside):
            return inside
        case _:
            return ()

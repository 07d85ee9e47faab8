"""What the parsers of all verbs share: the arguments, complaints of one line, and the numbers that are typed."""

from __future__ import annotations

import argparse
import itertools
import re
from typing import Any, Literal, NoReturn

from attnviz.cli.printing import complain, put

MOST_DECIMALS = 12
MOST_COUNTED = 999_999_999
_SHOWN = 40  # letters of a wrong argument


class Arguments(argparse.Namespace):
    """What was typed: the verb ("" opens the window), the scenario and the verb's options."""

    verb: str
    scenario: str | None
    scenarios: list[str]
    stage: str
    head: int | None
    query: int | None
    decimals: int | None
    format: str | None
    output: str | None
    force: bool
    figure: str
    width: str | None
    scale: float | None
    dpi: float | None
    font: float | None
    cell: int | None
    rows: tuple[int, int] | None
    columns: tuple[int, int] | None
    theme: Literal["light", "dark"]
    colour_map: str
    transparent: bool
    theme_asked: Literal["light", "dark"] | None
    own_scale: bool
    colours: Literal["linear", "powers"] | None
    no_title: bool
    no_legend: bool
    no_numbers: bool
    no_scenario: bool
    row: int
    column: int
    depth: Literal["words", "numbers", "formula", "all"] | None
    all_terms: bool
    from_inputs: bool
    stages: str | None
    matrices: bool
    row_asked: int | None
    column_asked: int | None
    no_labels: bool
    whole: bool
    standalone: bool
    lesson: str | None
    present: bool
    lab: str
    settings: list[str]
    size: tuple[int, int]
    seed: int
    exercises: int
    kinds: str
    key: str | None
    paper: Literal["a4", "letter"]
    language: str
    title: str
    sentence: str
    layer: int | None
    find: tuple[str, str] | None
    checkpoint: str | None
    x: str | None
    residual: bool
    heads: int | None
    tensor: str | None
    axes: str | None
    batch: int | None
    listing: bool
    files: list[FileArguments]
    into: str | None
    kv_heads: int | None
    dtype: Literal["float64", "float32"] | None
    causal: bool


class FileArguments(argparse.Namespace):
    """What was typed for one file of `import`."""

    file: str
    target: str | None
    name: str | None
    tokens: str | None
    product: str | None
    layout: str | None
    true: str | None
    queries: str | None
    layer: int | None
    batch: int | None
    head: int | None
    decimal: str | None
    delimiter: str | None
    header: str | None
    encoding: str | None
    empty: str | None
    heads: int | None
    kv_heads: int | None
    dtype: Literal["float64", "float32"] | None
    causal: bool
    into: str | None
    title: str | None
    output: str | None
    force: bool


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line."""

    def __init__(self, prog: str, description: str, examples: str, *, add_help: bool = True) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=f"examples:\n{indented(examples)}" if examples else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            add_help=add_help,
        )
        # So that -5mm is the value of --width, as -5 would be, and no option that is not there (argparse to 3.14).
        self._negative_number_matcher = re.compile(r"-\.?[0-9].*", re.DOTALL)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As argparse, but an option that takes one value may be there once: of two, argparse drops one in silence."""
        seen: set[str] = set()
        for argument in itertools.takewhile(lambda one: one != "--", args or ()):
            name = argument.partition("=")[0]
            action = self._option_string_actions.get(name)
            if isinstance(action, argparse._StoreAction) and action.dest in seen:
                self.error(f"{name} is there twice: keep one of them")
            seen |= {action.dest} if action is not None else set()
        return super().parse_known_args(args, namespace)

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002
        """As every output: argparse itself would keep quiet about a full disk."""
        put(message)

    def error(self, message: str) -> NoReturn:
        complain(f"{message}. See {self.prog} --help.")
        raise SystemExit(2)


def add_scenario(parser: Parser) -> None:
    """Adds X, which every verb on a scenario takes first."""
    parser.add_argument("scenario", metavar="X", help="a scenario file, else the name of an example")


def add_output(parser: Parser, *, required: bool) -> None:
    """Adds -o and --force."""
    kind = a_file if required else file_or_screen
    parser.add_argument("-o", "--output", type=kind, required=required, metavar="FILE", help="write to this file")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")


def a_file(text: str) -> str:
    """The name of a file: what is written is nothing for the screen."""
    if text == "-":
        raise argparse.ArgumentTypeError("this is not for the screen: give the name of a file")
    return text


def file_or_screen(text: str) -> str | None:
    """The name of a file; "-" is the screen, as without the option."""
    return None if text == "-" else text


def count(text: str) -> int:
    """A whole number from 1."""
    return whole(text, 1, MOST_COUNTED, f"a whole number from 1 to {MOST_COUNTED}")


def places(text: str) -> tuple[int, int]:
    """The first and the last of some rows, from 1: "2000-2040", or "7" for one."""
    ends = [int(end) for end in text.split("-") if end.isascii() and end.isdigit() and len(end) < 10]
    if len(ends) != text.count("-") + 1 or len(ends) > 2 or 0 in ends:
        raise argparse.ArgumentTypeError(f"{text[:_SHOWN]!r} is not two numbers from 1, such as 2000-2040")
    if ends[-1] < ends[0]:
        raise argparse.ArgumentTypeError(f"{text!r} ends before it begins: give the smaller number first")
    return ends[0], ends[-1]


def decimals(text: str) -> int:
    """A whole number of decimals."""
    return whole(text, 0, MOST_DECIMALS, f"a whole number from 0 to {MOST_DECIMALS}")


def whole(text: str, least: int, most: int | None, wanted: str) -> int:
    """A whole number from `least` to `most`, None for no end; else argparse complains with what is `wanted`."""
    short = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    digits = text.isascii() and text.isdigit() and len(text) < 10
    if not digits or int(text) < least or (most is not None and int(text) > most):
        raise argparse.ArgumentTypeError(f"{short!r} is not {wanted}")
    return int(text)


def indented(text: str) -> str:
    """The lines, two spaces in."""
    return "\n".join(f"  {line}" if line else "" for line in text.splitlines())

"""A scenario as a program that runs by itself: NumPy, PyTorch, or PyTorch's own attention function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from attnviz.content.code import literals
from attnviz.content.code.library import NUMPY, TORCH, Library
from attnviz.content.code.numpy_body import numpy_rows
from attnviz.content.code.positions import turning_rows
from attnviz.content.code.rounding import pencil_rows
from attnviz.content.code.rows import BLANK, CodeLine, Row, indented, lined_up, row
from attnviz.content.code.sdpa_body import sdpa_rows
from attnviz.content.code.shapes import assert_rows, given, several, shape_of, size_rows, wide
from attnviz.content.code.torch_body import torch_rows
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace

Language = Literal["numpy", "torch", "torch-sdpa"]


@dataclass(frozen=True)
class _Writer:
    title: str
    library: Library
    rows: Callable[[Trace], list[Row]]


_WRITERS: dict[str, _Writer] = {
    "numpy": _Writer("NumPy", NUMPY, numpy_rows),
    "torch": _Writer("PyTorch", TORCH, torch_rows),
    "torch-sdpa": _Writer("PyTorch, by scaled_dot_product_attention", TORCH, sdpa_rows),
}
_MOST_PRINTED = 1_000_000  # weights
LANGUAGES: tuple[Language, ...] = ("numpy", "torch", "torch-sdpa")


@dataclass(frozen=True)
class Program:
    """A program line by line. whole: False where numbers were left out, so that it is to be read and not to be run."""

    language: Language
    lines: tuple[CodeLine, ...]
    whole: bool = True

    @property
    def text(self) -> str:
        """All of it, as a file has it."""
        return "".join(f"{line.text}\n" for line in self.lines)


def write_code(scenario: Scenario, language: str) -> str:
    """A program in that language that computes this scenario: it leaves `output` and `weights` and prints both.

    output is (T, d_out), weights (heads, T, S). language: one of LANGUAGES.
    Raises whatever keeps the scenario from being computed, HiddenRow among it, and FieldError for a language that does
    not exist or cannot do what the scenario asks for.
    """
    return write_program(trace(scenario), language).text


def write_program(traced: Trace, language: str, *, numbers: bool = True) -> Program:
    """As `write_code`, line by line. numbers: False leaves those of arrays out, where the program is only read."""
    if language not in _WRITERS:
        raise FieldError(f"{language!r} is no language. Choose one of: {', '.join(LANGUAGES)}.", Where("language"))
    problem = traced.compute()
    if problem is not None:
        raise problem
    writer, scenario = _WRITERS[language], traced.scenario
    body = writer.rows(traced)
    large = any(array.size > literals.FEW for array in given(scenario).values())
    parts = (
        _in_a_function(scenario, writer, body, numbers)
        if large
        else _from_top_to_bottom(scenario, writer, body, numbers)
    )
    rows = [*_head(scenario, writer, body, large), *parts, BLANK, *_printing(scenario, writer.library)]
    found = next(name for name in LANGUAGES if name == language)
    return Program(found, tuple(lined_up(rows)), whole=numbers)


def _head(scenario: Scenario, writer: _Writer, body: list[Row], large: bool) -> list[Row]:
    """What it is, in comments, and what it imports.

    The scenario's own title comes on line 3 at the earliest: what stands in the first two, Python may take for the
    file's encoding.
    """
    makes = "`weights` (heads, T, S)"
    if scenario.sizes.d_v is not None:
        makes = f"`output` (T, d_out) and {makes}"
    comments = [f"# Attention in {writer.title}, with the numbers, names and shapes of attnviz.",
                f"# Leaves {makes} behind and prints {_prints(scenario)}."]  # fmt: skip
    if scenario.title:
        comments += ["#", f"# {literals.comment_of(scenario.title)}"]
    text = "\n".join(one.code for one in body)
    plain = ["base64"] if large else []
    if large or scenario.pencil is not None or "math." in text:
        plain.append("math")
    plain += ["zlib"] if large else []
    imports = [f"import {name}" for name in plain]
    imports += ["from fractions import Fraction"] if scenario.pencil is not None else []
    imports += [""] if imports else []
    imports += writer.library.imports
    imports += ["import torch.nn.functional as F"] if "F.scaled" in text else []
    return [*(row(one) for one in comments), BLANK, *(row(one) for one in imports)]


def _from_top_to_bottom(scenario: Scenario, writer: _Writer, body: list[Row], numbers: bool) -> list[Row]:
    """Few numbers: first what is given, then what is computed."""
    rows: list[Row] = [*_functions(scenario, writer.library), *_labels(scenario), *size_rows(scenario)]
    turning = turning_rows(scenario, writer.library)
    rows += [*_spaced(turning), BLANK] if turning else []
    if _infinite(scenario):
        rows.append(row('inf = float("inf")'))
    rows.append(BLANK)
    for name, array in given(scenario).items():
        rows += writer.library.array(name, array, shape_of(scenario, name), numbers=numbers)
    return [*rows, *assert_rows(scenario), BLANK, *body, *_last_assert(scenario)]


def _in_a_function(scenario: Scenario, writer: _Writer, body: list[Row], numbers: bool) -> list[Row]:
    """Many numbers: what is computed comes first, as a function, and the numbers after it."""
    library, arrays = writer.library, given(scenario)
    results = "output, weights" if scenario.sizes.d_v is not None else "weights"
    inside = [*size_rows(scenario), *assert_rows(scenario)]
    turning = turning_rows(scenario, library)
    inside += [BLANK, *turning] if turning else []
    told = f'"""From what is given to {"what comes out, and " if scenario.sizes.d_v is not None else ""}the weights."""'
    rows = [
        *_functions(scenario, library), BLANK, *([] if scenario.pencil is not None else [BLANK]),
        row(f"def attention({', '.join(arrays)}):"),
        *indented([row(told), *inside, BLANK, *body, *_last_assert(scenario)]),
        row(f"    return {results}"), BLANK, BLANK,
        *library.unpacking(), BLANK, *_labels(scenario),
    ]  # fmt: skip
    if _infinite(scenario):
        rows.append(row('inf = float("inf")'))
    for name, array in arrays.items():
        shape = shape_of(scenario, name)
        if array.size > literals.FEW:
            rows += library.packed(name, array, shape, numbers=numbers)
        else:
            rows += library.array(name, array, shape, numbers=numbers)
    return [*rows, BLANK, row(f"{results} = attention({', '.join(arrays)})")]


def _functions(scenario: Scenario, library: Library) -> list[Row]:
    rows = pencil_rows(scenario, library)
    return [BLANK, BLANK, *_spaced(rows)[1:], BLANK] if rows else []


def _spaced(rows: list[Row]) -> list[Row]:
    """The rows after a blank one, with two blank ones before each later function."""
    found = [BLANK] if rows else []
    for one in rows:
        found += [BLANK, BLANK] if one == BLANK else [one]
    return found


def _labels(scenario: Scenario) -> list[Row]:
    """The labels of queries and of keys, where there are any."""
    rows = [BLANK]
    for name, labels in (("tokens", scenario.tokens), ("source_tokens", scenario.source_tokens)):
        if labels is not None:
            rows += [row(line) for line in literals.label_lines(name, labels)]
    return rows


def _infinite(scenario: Scenario) -> bool:
    bias = scenario.bias
    return bias is not None and bias.size <= literals.FEW and bool((bias == -float("inf")).any())


def _last_assert(scenario: Scenario) -> list[Row]:
    size = scenario.sizes
    shapes = [f"weights.shape == ({'heads' if several(scenario) else 1}, T, S)"]
    if size.d_v is not None:
        shapes.insert(0, f"output.shape == (T, {wide(scenario, 'O')})")
    return [row(f"assert {' and '.join(shapes)}")]


def _printing(scenario: Scenario, library: Library) -> list[Row]:
    names = ("output", "weights") if scenario.sizes.d_v is not None else ("weights",)
    looks = library.briefly if _is_much(scenario) else library.printing
    return [row(looks), *(row(f'print("{name}", {name}, sep="\\n")') for name in names)]


def _prints(scenario: Scenario) -> str:
    """What it prints of what it makes, in the words of its head."""
    what = "both" if scenario.sizes.d_v is not None else "them"
    return f"the corners of {what}" if _is_much(scenario) else what


def _is_much(scenario: Scenario) -> bool:
    """True for so many weights that they would be printed for minutes."""
    size = scenario.sizes
    return size.heads * size.T * size.S > _MOST_PRINTED

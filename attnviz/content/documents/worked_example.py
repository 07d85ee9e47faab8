"""A scenario as a worked example: what is given, each stage with its formula and numbers, one query followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from attnviz import __version__
from attnviz.content.documents.blocks import Block, Chain, Facts, Heading, Labels, Matrix, Words
from attnviz.content.documents.extract import Extract
from attnviz.content.documents.settings import settings_in_words, sizes_in_words
from attnviz.content.documents.stage_equations import equation_of, matrix_symbol, number_symbol
from attnviz.content.explanation import ExplainedStep, explain
from attnviz.content.glimpse import glimpse_of
from attnviz.content.stage_formulas import group_title, title_of
from attnviz.content.tables import has_heads
from attnviz.content.wording import is_output, query_looks_at, query_name
from attnviz.engine.cells import Cell
from attnviz.engine.dependencies import shape_of
from attnviz.engine.errors import AttentionError, HiddenRow
from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

UNTITLED = "Attention, worked out"
MOST_NUMBERS = 4  # of the followed query and of its output whose arithmetic is written out
_INPUT_SENTENCES = {
    "X": "The tokens, one in each row.", "source": "What keys and values are made of, a token in each row.",
    "W_Q": "Projects X to queries.", "W_K": "Projects to keys.", "W_V": "Projects to values.",
    "W_O": "Mixes the heads into the output.", "bias": "Added to the scores.",
    "alibi": "A penalty that grows with the distance between query and key.",
}  # fmt: skip


def worked_example(extract: Extract, query: int, decimals: int) -> tuple[Block, ...]:
    """The whole lesson on paper. query: the one that is followed, from 0; of the first head that is taken."""
    return tuple(_blocks(extract, query, decimals))


def matrices(extract: Extract) -> tuple[Matrix, ...]:
    """The matrices alone, each with its equation."""
    return tuple(matrix_of(extract, name, head) for name in extract.names for head in extract.heads_of(name))


def matrix_of(extract: Extract, name: str, head: int | None, *, brief: bool = False) -> Matrix:
    """One matrix; where a query sees no key it says why there are no numbers.

    brief: without its numbers where it changes nothing.
    """
    trace = extract.trace
    stage = BY_NAME.get(name) if name in trace.stages else None
    title = group_title(trace, name, head or 0)
    if trace.sizes.heads > 1 and head is not None and title == title_of(name):
        title = f"{title}, head {head + 1}"
    sentence = stage.sentence if stage is not None else _INPUT_SENTENCES.get(name, "")
    table, reason = None, ""
    if not (brief and _changes_nothing(trace, name)):
        try:
            table = glimpse_of(trace, name, head)
        except HiddenRow as error:
            reason = str(error)
        except AttentionError as error:
            reason = str(error)
    symbol, equation = matrix_symbol(trace, name, head), equation_of(trace, name, head)
    return Matrix(title, sentence, symbol, equation, number_symbol(trace, name, head), table, reason)


def _blocks(extract: Extract, query: int, decimals: int) -> Iterator[Block]:
    trace, scenario = extract.trace, extract.trace.scenario
    yield Heading(scenario.title or UNTITLED, 0)
    yield Words(f"Attention over {sizes_in_words(scenario)}. Numbers are rounded to {_places(decimals)}; all were "
                f"computed by attnviz {__version__} from the numbers under “What is given”.")  # fmt: skip
    yield Facts(settings_in_words(scenario))
    yield Heading("What is given")
    yield from _labels(trace)
    shown = shown_names(extract)
    for name in (name for name in shown if name not in trace.stages):
        for head in extract.heads_of(name):
            yield matrix_of(extract, name, head)
    for head in extract.heads:
        if trace.sizes.heads > 1:
            yield Heading(f"Head {head + 1}")
        else:
            yield Heading("Stage by stage")
        for name in (name for name in shown if name in trace.stages and has_heads(trace, name)):
            yield matrix_of(extract, name, head, brief=True)
    for name in (name for name in shown if name in trace.stages and not has_heads(trace, name)):
        if trace.sizes.heads > 1 and name in ("concatenated", "output") and name == _first_joined(shown):
            yield Heading("All heads together")
        yield matrix_of(extract, name, None, brief=True)
    yield from _followed(extract, query, decimals)


def shown_names(extract: Extract) -> tuple[str, ...]:
    """The names without those that repeat another's numbers under a name of their own."""
    trace = extract.trace
    repeated = {"concatenated"} if trace.sizes.heads == 1 else set()
    repeated |= {"head_output"} if is_output(trace) else set()
    return tuple(name for name in extract.names if name not in repeated)


def _first_joined(shown: tuple[str, ...]) -> str:
    return next(name for name in shown if name in ("concatenated", "output"))


def _labels(trace: Trace) -> Iterator[Labels]:
    """The tokens in full, where they are more than numbers."""
    scenario = trace.scenario
    queries, keys = scenario.query_labels, scenario.key_labels
    if queries == keys:
        if scenario.tokens is not None:
            yield Labels("Tokens", queries)
        return
    if scenario.tokens is not None:
        yield Labels("Query tokens", queries)
    if scenario.source_tokens is not None:
        yield Labels("Key tokens", keys)


def _followed(extract: Extract, query: int, decimals: int) -> Iterator[Block]:
    """The arithmetic of one query: how it comes to its largest weight, and its output."""
    trace, head = extract.trace, extract.heads[0]
    several = f" in head {head + 1}" if trace.sizes.heads > 1 else ""
    yield Heading(f"Followed: {query_name(trace, query)}")
    try:
        weights = trace.row("weights", query, head)
    except AttentionError as error:
        yield Words(str(error))
        return
    yield from _made(trace, head, query, decimals)
    key = int(np.argmax(weights))
    if not isinstance(trace.scenario.inputs, GivenWeights):
        yield Words(f"How {query_looks_at(trace, query, key)}{several}, the key with its largest weight.")
        yield Chain(explain(trace, Cell("weights", head, query, key), decimals))
    if "output" not in trace.stages:
        return
    width = shape_of(trace, "output")[1]
    more = f"; the first {MOST_NUMBERS} of {width} numbers" if width > MOST_NUMBERS else ""
    yield Words(f"And the output of that query{more}.")
    columns = range(min(width, MOST_NUMBERS))
    yield from _chains(trace, (Cell("output", None, query, column) for column in columns), decimals)


def _made(trace: Trace, head: int, query: int, decimals: int) -> Iterator[Block]:
    """How the query's first numbers are projected and, with rotary positions, turned."""
    if not isinstance(trace.scenario.inputs, Projected):
        return
    width = shape_of(trace, "queries")[1]
    more = f"; the first {MOST_NUMBERS} of {width} numbers" if width > MOST_NUMBERS else ""
    yield Words(f"What it looks for: a row of X times columns of W_Q{more}.")
    names = ("queries", "rotated_queries") if "rotated_queries" in trace.stages else ("queries",)
    columns = range(min(width, MOST_NUMBERS))
    yield from _chains(trace, (Cell(name, head, query, column) for name in names for column in columns), decimals)


def _chains(trace: Trace, cells: Iterable[Cell], decimals: int) -> Iterator[Chain]:
    """The arithmetic of each number, without the steps that were told for one before."""
    told = set[ExplainedStep]()
    for cell in cells:
        found = explain(trace, cell, decimals)
        yield Chain(replace(found, steps=tuple(step for step in found.steps if step not in told)))
        told.update(found.steps)


def _changes_nothing(trace: Trace, name: str) -> bool:
    """True if the stage hands on the numbers of the one before it."""
    inputs = trace.scenario.inputs
    if name == "output":
        joined = getattr(inputs, "W_O", None) is None and getattr(inputs, "b_O", None) is None
        return trace.sizes.heads > 1 and joined
    if isinstance(inputs, GivenWeights):
        return False
    if name == "masked":
        return trace.scenario.mask.hides_nothing
    return name == "scaled" and trace.scenario.scale is False


def _places(decimals: int) -> str:
    return "whole numbers" if decimals == 0 else f"{decimals} decimal{'s' if decimals > 1 else ''}"

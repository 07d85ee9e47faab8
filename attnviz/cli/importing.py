"""The verb `import`: reads files from elsewhere, says what was read, skipped and guessed, and writes a scenario."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TextIO

from attnviz.cli.asked import IMPORT, asked, in_options
from attnviz.cli.endings import check_ending
from attnviz.cli.import_parts import CONVENTIONS, MOST_LISTED, left_out, parts_by_file, parts_of_file
from attnviz.cli.parsing import Arguments, FileArguments
from attnviz.cli.printing import fill_file, put
from attnviz.content.atomic import FileProblem, shown
from attnviz.content.attn_file import encode_into, load
from attnviz.content.importing import (
    Choice,
    Found,
    FoundTexts,
    Placed,
    Plan,
    Reading,
    plan,
    read,
    read_path,
)
from attnviz.content.importing.evidence import difference
from attnviz.content.importing.opened_heads import head_of
from attnviz.content.importing.refusals import MOST_TEXT_BYTES
from attnviz.content.importing.suggesting import called_by_file
from attnviz.engine.edits import set_mask
from attnviz.engine.errors import AttentionError, FieldError, Where, counted
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario


def import_files(given: Arguments) -> int:
    """Writes the scenario that all files make, if there is somewhere to put it, and prints how it came about."""
    check_ending(given.output, "scenario", also=("json",))
    try:
        return _imported(given)
    except AttentionError as error:
        raise asked(error, IMPORT) from error


def _imported(given: Arguments) -> int:
    founds = [called_by_file(_found(one)) for one in given.files]
    model = next((at for at, one in enumerate(given.files) if _is_model(one, founds[at])), None)
    if model is not None:
        scenario, told = _head(given, founds, model), ""
    else:
        into = load(given.into) if given.into is not None else None
        whole = _whole(given, founds)
        if whole is not None:
            into = founds[whole].scenario
        by_file = parts_by_file(given.files, founds, into, whole)
        parts = [part for parts in by_file for part in parts]
        made = plan(parts, into, heads=given.heads, kv_heads=given.kv_heads, title=given.title, dtype=given.dtype)
        if whole is not None and not parts and into is not None:
            made = Plan((), _as_said(into, given), None, _as_it_is(founds[whole]), "")
        if made.scenario is None:
            assert made.problem is not None
            raise made.problem
        for one, own in zip(given.files, by_file, strict=True):
            _refuse_unheard(one, [placed for placed in made.placed if placed.part in own])
        scenario, told = made.scenario, in_options("".join(_told(made)), IMPORT)
        told += "".join(map(left_out, given.files, founds, by_file))
    if given.causal:
        scenario = _causal(scenario)
    end = "Nothing is written: say -o FILE.\n"
    if given.output is not None:
        fill_file(given.output, partial(encode_into, scenario), force=given.force)
        end = f"{_sizes(scenario)} → {shown(given.output)}\n"
    put("".join(_reading(founds)) + told + end)
    return 0


def _whole(given: Arguments, founds: Sequence[Found]) -> int | None:
    """The one file that brings its scenario, where nothing is said that asks for its arrays instead."""
    if given.into is not None or given.heads is not None or given.kv_heads is not None:
        return None
    places = [
        place
        for place, (one, found) in enumerate(zip(given.files, founds, strict=True))
        if found.scenario is not None and one.target is None and one.name is None
        and all(getattr(one, option) is None for option in CONVENTIONS)
    ]  # fmt: skip
    return places[0] if len(places) == 1 else None


def _as_said(scenario: Scenario, given: Arguments) -> Scenario:
    """A scenario that is taken whole, with the title and the number format that were said."""
    titled = replace(scenario, title=given.title) if given.title else scenario
    return titled if given.dtype is None else replace(titled, dtype=given.dtype)


def _causal(scenario: Scenario) -> Scenario:
    """With the causal mask. Raises FieldError where no scores are left to be masked."""
    if isinstance(scenario.inputs, GivenWeights):
        raise FieldError("Weights as they are given are not masked. Leave --causal out.", Where("causal"))
    return set_mask(scenario, causal=True)


def _as_it_is(found: Found) -> tuple[str, ...]:
    """That the scenario is taken as it is, and where the numbers around it are not its own."""
    assert found.scenario is not None
    notes = ["The scenario is taken as it is, with all its settings."]
    stages = {array.name: array for array in found.arrays} if found.exported else {}
    for names in (*((name,) for name, _ in found.scenario.inputs.items()), ("weights", "output")):
        words = difference(stages, found.scenario, names)
        notes += [f"Warning: {words} The scenario is taken; --name takes an array instead."] if words else []
    return tuple(notes)


def _is_model(one: FileArguments, found: Found) -> bool:
    """True for a model's own files, and for attention with an array a layer, of which no array was asked for."""
    if one.name is not None:
        return False
    if found.kind == "checkpoint":
        return one.target is None
    layers = sum(len(array.shape) >= 3 for array in found.arrays)
    return one.target == "weights" and layers > 1 and found.holds_source


def _found(one: FileArguments) -> Found:
    reading = Reading(one.delimiter, one.decimal, one.header, one.encoding, one.empty)
    if one.file != "-":
        return read_path(one.file, reading)
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise FileProblem("standard input", "it is closed. Give a file.")
    data = stream.buffer.read(MOST_TEXT_BYTES + 1)
    if len(data) > MOST_TEXT_BYTES:
        raise FileProblem("standard input", "more than 64 MB came through it. Give the file itself.")
    return read(data, "standard input", reading)


def _head(given: Arguments, founds: Sequence[Found], model: int) -> Scenario:
    """A layer or head of a model's own files, with X and tokens from the other files."""
    if given.into is not None:
        raise FieldError("A layer of a model is a scenario of its own. Leave --into out.", Where("into"))
    own = given.files[model]
    others = [place for place in range(len(founds)) if place != model]
    rest = [part for place in others for part in parts_of_file(given.files[place], founds[place], None, alone=False)]
    return _as_said(head_of(founds[model], rest, layer=own.layer, head=own.head, heads=given.heads), given)


def _refuse_unheard(one: FileArguments, placed: Sequence[Placed]) -> None:
    """Raises FieldError for an option that changed nothing because nothing of the file has that choice."""
    targets = " and ".join(dict.fromkeys(part.target for part in placed))
    for option, key in CONVENTIONS.items():
        value = getattr(one, option)
        choices = [choice for part in placed for choice in part.choices if choice.key == key]
        if value is None or any(choice.value == str(value) and not choice.guessed for choice in choices):
            continue
        if choices:
            known = ", ".join(made.value for made in choices[0].options)
            raise FieldError(f"--{option} {value} does not fit {targets}. Choose one of: {known}.", Where(option))
        raise FieldError(f"--{option} does not apply to {targets}. Leave it out.", Where(option))
    if one.head is not None:
        raise FieldError("--head goes with a model's own files. Leave it out: each head has a tab.", Where("head"))


def _reading(founds: Sequence[Found]) -> Iterator[str]:
    """What each file is, how it was read, and what was skipped."""
    for found in founds:
        yield f"{found.name}: {found.words}\n"
        if len(found.arrays) > 1:
            listed = [array.words for array in found.arrays[:MOST_LISTED]]
            more = f"; and {len(found.arrays) - MOST_LISTED} more" if len(found.arrays) > MOST_LISTED else ""
            yield f"  arrays: {'; '.join(listed)}{more}\n"
        for sentence in found.skipped:
            yield f"  {sentence}\n"
        for made in found.choices:
            yield from _guess(made)


def _told(made: Plan) -> Iterator[str]:
    """What each array becomes, with its guesses, and what was filled in."""
    for placed in made.placed:
        if isinstance(placed.part.array, FoundTexts):
            yield f"{placed.target}: {counted(len(placed.part.array.texts), 'label')}\n"
            continue
        shape = "" if placed.matrix is None else ", " + "×".join(map(str, placed.matrix.shape))
        origin = f" from {placed.part.array.name}" if placed.part.array.name not in ("", placed.target) else ""
        yield f"{placed.target}{shape}{origin}\n"
        for note in placed.notes:
            yield f"  {note}\n"
        for choice in placed.choices:
            yield from _guess(choice)
    for note in made.notes:
        yield f"{note}\n"


def _guess(made: Choice) -> Iterator[str]:
    """A line for what was guessed, with the option that says it otherwise; nothing for what a person said."""
    if not made.guessed or (made.certain and made.key in ("header", "decimal")) or len(made.options) < 2:
        return
    others = [option.value for option in made.options if option.value != made.value]
    value = f"{others[0]}" if len(others) == 1 else "|".join(others) if len(others) < 4 else "N"
    value = {"XW": '"X W"', "XWt": '"X W^T"'}.get(value, value)
    yield f"  {made.title} {made.words}. {made.reason} Else: {made.flag} {value}\n"


def _sizes(scenario: Scenario) -> str:
    size = scenario.sizes
    parts = [counted(size.T, "query"), counted(size.S, "key"), counted(size.heads, "head")]
    return ", ".join(part for part in parts)

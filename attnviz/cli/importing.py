"""The verb `import`: reads files from elsewhere, says what was read, skipped and guessed, and writes a scenario."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TextIO

from attnviz.cli.parsing import Arguments, FileArguments
from attnviz.cli.printing import put, put_file
from attnviz.content.atomic import FileProblem, shown
from attnviz.content.attn_file import encode, load
from attnviz.content.importing import (
    Choice,
    Found,
    FoundArray,
    FoundTexts,
    Part,
    Plan,
    Reading,
    parts_of,
    plan,
    read,
    read_path,
    suggest,
)
from attnviz.content.importing.opened_heads import head_of
from attnviz.content.importing.refusals import MOST_TEXT_BYTES
from attnviz.engine.errors import FieldError, Where, counted
from attnviz.engine.scenario import Scenario

_CONVENTIONS = {
    "tokens": "tokens", "product": "product", "layout": "heads", "true": "true", "queries": "queries", "layer": "layer",
    "batch": "batch",
}  # fmt: skip
_MOST_LISTED = 24


def import_files(given: Arguments) -> int:
    """Writes the scenario that all files make, if there is somewhere to put it, and prints how it came about."""
    founds = [_found(one) for one in given.files]
    model = next((at for at, one in enumerate(given.files) if _is_model(one, founds[at])), None)
    if model is not None:
        scenario, told = _head(given, founds, model), ""
    else:
        into = load(given.into) if given.into is not None else None
        parts = _parts(given.files, founds, into)
        made = plan(parts, into, heads=given.heads, kv_heads=given.kv_heads, title=given.title)
        if made.scenario is None:
            assert made.problem is not None
            raise made.problem
        scenario, told = made.scenario, "".join(_told(made))
    end = "Nothing is written: say -o FILE.\n"
    if given.output is not None:
        put_file(given.output, encode(scenario), force=given.force)
        end = f"{_sizes(scenario)} → {shown(given.output)}\n"
    put("".join(_reading(founds)) + told + end)
    return 0


def _is_model(one: FileArguments, found: Found) -> bool:
    """True for a model's own files of which no array was asked for."""
    return found.kind == "checkpoint" and one.target is None and one.name is None


def _found(one: FileArguments) -> Found:
    reading = Reading(one.delimiter, one.decimal, one.header, one.encoding)
    if one.file != "-":
        return read_path(one.file, reading)
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise FileProblem("standard input", "it is closed. Give a file.")
    data = stream.buffer.read(MOST_TEXT_BYTES + 1)
    return read(data, "standard input", reading)


def _head(given: Arguments, founds: Sequence[Found], model: int) -> Scenario:
    """A layer or head of a model's own files, with X and tokens from the other files."""
    if given.into is not None:
        raise FieldError("A layer of a model is a scenario of its own. Leave --into out.", Where("into"))
    own = given.files[model]
    others = [place for place in range(len(founds)) if place != model]
    rest = _parts([given.files[place] for place in others], [founds[place] for place in others], None)
    scenario = head_of(founds[model], rest, layer=own.layer, head=own.head, heads=given.heads)
    return scenario if not given.title else replace(scenario, title=given.title)


def _parts(files: Sequence[FileArguments], founds: Sequence[Found], into: Scenario | None) -> list[Part]:
    """What each file becomes: as said, else as its arrays are called, else what is likeliest."""
    parts: list[Part] = []
    for one, found in zip(files, founds, strict=True):
        if one.target in ("tokens", "source_tokens"):
            own: Sequence[Part] = (Part(_texts(found, one.name), one.target),)
        elif one.target is not None or one.name is not None:
            if found.problem is not None and not found.arrays:
                raise found.problem
            array = _array(found, one.name)
            own = parts_of(array, one.target) if one.target else suggest([_only(found, array)], into)
        else:
            if found.problem is not None and not found.arrays and len(files) == 1 and into is None:
                raise found.problem
            own = suggest([found], into)
            if not own:
                raise FieldError(
                    f"{_listing(found)} Say which with --name, and what it is with --as.", Where(found.name)
                )
        for part in own:
            for option, key in _CONVENTIONS.items():
                value = getattr(one, option)
                part = part if value is None else part.choosing(key, str(value))
            parts.append(part)
    return parts


def _only(found: Found, array: FoundArray) -> Found:
    return replace(found, arrays=(array,), labels=())


def _array(found: Found, name: str | None) -> FoundArray:
    """The array of that name or number, or the only one. Raises FieldError that lists what there is."""
    if name is None and len(found.arrays) == 1:
        return found.arrays[0]
    if name is not None:
        by_name = [array for array in found.arrays if array.name == name]
        if by_name:
            return by_name[0]
        if name.isascii() and name.isdigit() and 0 < int(name) <= len(found.arrays):
            return found.arrays[int(name) - 1]
    raise FieldError(f"{_listing(found)} Choose one with --name.", Where(found.name))


def _texts(found: Found, name: str | None) -> FoundTexts:
    if name is not None:
        return next((one for one in found.labels if one.name == name), found.as_tokens())
    return found.as_tokens()


def _listing(found: Found) -> str:
    names = [array.words for array in found.arrays[:_MOST_LISTED]]
    more = ", …" if len(found.arrays) > _MOST_LISTED else ""
    return f"{found.name} holds {counted(len(found.arrays), 'array')}: {'; '.join(names)}{more}."


def _reading(founds: Sequence[Found]) -> Iterator[str]:
    """What each file is, how it was read, and what was skipped."""
    for found in founds:
        yield f"{found.name}: {found.words}\n"
        if len(found.arrays) > 1:
            listed = [array.words for array in found.arrays[:_MOST_LISTED]]
            more = f"; and {len(found.arrays) - _MOST_LISTED} more" if len(found.arrays) > _MOST_LISTED else ""
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
        both = [preview for preview in placed.previews if preview.matrix is not None]
        if len(both) > 1:
            yield f"  Both fit: {' and '.join(preview.title for preview in both)}. Compare, or say which.\n"
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

"""One door for whatever people bring: bytes, a file or a pasted text, recognised by content and never by its ending."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from dataclasses import replace
from pathlib import Path

from attnviz.content import strict_json
from attnviz.content.atomic import FileProblem, check_name, said, shown
from attnviz.content.attn_fields import FIELDS, scenario_of
from attnviz.content.attn_file import decode, exported, load
from attnviz.content.carrying import is_carrier
from attnviz.content.importing.binaries import arrays_of, is_binary, refuse_foreign
from attnviz.content.importing.brackets import printed_arrays
from attnviz.content.importing.choices import choice
from attnviz.content.importing.decoding import ENCODINGS, Decoded, decoded
from attnviz.content.importing.delimited import table_in
from attnviz.content.importing.file_settings import named, settings_in
from attnviz.content.importing.found import Found, FoundArray, FoundTexts, Reading, Values, array_like, array_of
from attnviz.content.importing.grid import labelled, plain_lines
from attnviz.content.importing.json_rows import arrays_in
from attnviz.content.importing.long_tables import long_arrays
from attnviz.content.importing.pipe_tables import pipe_tables
from attnviz.content.importing.quoted_texts import quoted_texts
from attnviz.content.importing.refusals import (
    MOST_NUMBERS,
    MOST_ROWS,
    MOST_TEXT_BYTES,
    BadBlock,
    EmptyCell,
    too_many,
    too_many_rows,
)
from attnviz.content.importing.sheets import empty_choice
from attnviz.content.ordinary_files import opened, read_up_to
from attnviz.engine.errors import AttentionError, Where, counted
from attnviz.engine.scenario import Scenario

_LOOKED_AT = 1 << 16  # characters in which brackets must begin, if it is a printout
_MOST_TOKENS = 100_000
_MOST_COMMAS = 2 * MOST_NUMBERS  # of JSON, before it is parsed
# A bracket that opens numbers, as in "X = np.array([[0.5", not "[CLS],0.5".
_BRACKETS = re.compile(r"\[\s*+(?:[-+−.,0-9√(\]…]|True|False|true|false|nan|inf|None|null)")
_SCALAR = re.compile(r"\bnp\.(?:float|int)[0-9]+\(([-+.0-9e]+)\)")  # as NumPy 2 prints a list of its numbers
_NOTEBOOK = re.compile(r"^(?:In|Out) ?\[[0-9 ]*\]:", re.MULTILINE)


def read_path(path: str | os.PathLike[str], reading: Reading | None = None) -> Found:
    """What a file or folder holds. Raises FileProblem if it cannot be read, and as `read` does."""
    check_name(path)
    name = shown(path)
    try:
        folder = Path(path).is_dir()
        if folder:
            head = None
        else:
            with opened(path) as file:
                head = file.read(4096)
                text = head if is_binary(head) or is_carrier(head) else head + read_up_to(file, MOST_TEXT_BYTES + 1)
    except OSError as error:
        raise FileProblem(path, said(error)) from error
    if head is None or is_binary(head):
        found = arrays_of(path, name, head)
        return replace(found or _whole(load(path), name), path=os.fspath(path))
    if is_carrier(head):
        return replace(_whole(load(path), name), path=os.fspath(path))
    return replace(read(text, name, reading), path=os.fspath(path))


def read(data: bytes | str, name: str, reading: Reading | None = None) -> Found:
    """What some bytes or a pasted text hold; name: what errors call it.

    A text that is no numbers comes with its lines and with the problem. Raises AttentionError if it is no text either.
    """
    reading = reading or Reading()
    if isinstance(data, str):
        if len(data) > MOST_TEXT_BYTES:
            raise FileProblem(name, "this text is longer than 64 million characters. Give a part of it.")
        return _text(Decoded(data.removeprefix("\ufeff"), "", certain=True), name, reading)
    refuse_foreign(data[:64], name)
    if is_binary(data[:4096]) or is_carrier(data[:4096]):
        return _from_temporary(data, name)
    return _text(decoded(data, name, reading.encoding), name, reading)


def _text(given: Decoded, name: str, reading: Reading) -> Found:
    text = given.text
    if not text.strip():
        raise FileProblem(name, "there is nothing in it. Give a table of numbers.")
    try:
        found = _numbers(text, name, reading)
    except AttentionError as error:
        problem = error if isinstance(error, FileProblem) else _named(error, name)
        lines = _lines(text)
        if lines is None:
            raise problem from error
        empty = (empty_choice(reading.empty),) if isinstance(error, EmptyCell) else ()
        words = f"a text of {counted(len(lines), 'line')}"
        found = Found(name, "text", words, texts=lines, problem=problem, choices=empty)
    if found.texts is None and not found.arrays and not found.labels and found.scenario is None:
        raise FileProblem(name, "there are no numbers in it. Give a table of numbers.")
    if found.texts is None:
        found = replace(found, texts=_lines(text))
    choices = found.choices
    if not given.certain:
        options = {one: words for one, words in ENCODINGS.items() if one != "utf-16"}
        reason = "It is not UTF-8. Look whether all letters are right."
        made = choice("encoding", "The text is written in", options, given.encoding, reason)
        choices = (replace(made, guessed=reading.encoding is None), *choices)
    return replace(found, reading=reading, choices=choices)


def _numbers(text: str, name: str, reading: Reading) -> Found:
    """The arrays of a text: an export, JSON, a printout, or a table. Raises AttentionError if it is none of them."""
    if text.lstrip().startswith("[") and '"' not in text and _SCALAR.search(text[:_LOOKED_AT]):
        text = _SCALAR.sub(r"\1", text)
    long = long_arrays(text, name)
    if long is not None:
        return Found(name, "table", f"an export of {counted(len(long), 'stage')}", tuple(long), exported=True)
    marked = _marked(text, name, reading)
    if marked is not None:
        return marked
    if labelled(text) is not None:
        return _table(text, name, reading)
    texts = quoted_texts(text)
    if texts is not None:
        return Found(name, "text", f"a list of {counted(len(texts), 'text')}", labels=(FoundTexts(texts),))
    start = text.lstrip()[:1]
    if start == "{":
        return _json(text, name)
    plain = _NOTEBOOK.sub("", text)
    bracket = _BRACKETS.search(plain[:_LOOKED_AT])
    if start == "[" and ('"' in text or "null" in text):
        with contextlib.suppress(FileProblem):  # what is no JSON after all may still be a printout or a table
            return _json(text, name)
    if bracket is not None and '"' not in plain[: bracket.start()]:
        return _printout(plain_lines(plain), name)
    return _table(text, name, reading)


def _marked(text: str, name: str, reading: Reading) -> Found | None:
    """What a document holds: a page or picture its scenario, Markdown its tables; None if the text is none.

    Raises AttentionError for LaTeX, and for a page that carries nothing.
    """
    start = text[:_LOOKED_AT].lstrip()
    if start.startswith("<") and is_carrier(start.encode(errors="replace")):
        return _whole(decode(text.encode(errors="replace"), name), name)
    if start.startswith(("\\", "%")) and "\\begin{" in start:
        raise BadBlock("This is LaTeX, which shows rounded numbers. Export CSV, JSON or NPZ.", Where("block"))
    arrays = pipe_tables(text, reading)
    if arrays is None:
        return None
    words = f"Markdown with {counted(len(arrays), 'table')}"
    return Found(name, "table", words, tuple(arrays), skipped=("Documents show rounded numbers.",))


def _json(text: str, name: str) -> Found:
    separators = text.count(",") + text.count("[") + text.count("{")
    if separators > _MOST_COMMAS:
        raise too_many()
    if text.count("[") + text.count("{") > MOST_ROWS:
        raise too_many_rows()
    value = strict_json.parse_text(text, name)
    if isinstance(value, dict) and "attnviz" in value and set(value) <= set(FIELDS):
        return _whole(scenario_of(value), name)
    own = isinstance(value, dict) and exported(value) and isinstance(value.get("stages"), dict)
    scenario = None
    if own and isinstance(value, dict):
        scenario = None if value.get("scenario") is None else scenario_of(value["scenario"])
        value = {"stages": value["stages"]}
    arrays, labels, skipped = arrays_in(value)
    settings = settings_in(value)
    if not arrays and not labels:
        raise BadBlock("This JSON holds no rows of numbers. Give [[1, 2], [3, 4]].", Where("block"))
    parts = [counted(len(arrays), "array")] if arrays else []
    parts += [f"{counted(len(labels), 'list')} of texts"] if labels else []
    words = f"JSON with {' and '.join(parts)}"
    if scenario is not None:
        words = f"an export of {counted(len(arrays), 'array')} with their scenario"
    return Found(
        name, "json", words, tuple(arrays), tuple(labels), skipped=(*skipped, *named(settings)), scenario=scenario,
        exported=own, settings=settings,
    )  # fmt: skip


def _printout(text: str, name: str) -> Found:
    printed = printed_arrays(text)
    several = len(printed) > 1
    arrays = tuple(
        array_of(one.values, one.name or (f"array {index}" if several else ""))
        for index, one in enumerate(printed, start=1)
    )
    words = f"a printout of {counted(len(arrays), 'array')}"
    return Found(name, "printout", words, arrays, skipped=tuple(one.skipped for one in printed if one.skipped))


def _table(text: str, name: str, reading: Reading) -> Found:
    sheet, between = table_in(text, reading)
    shape = "×".join(map(str, sheet.arrays[0].shape))
    kind = "true and false" if sheet.arrays[0].dtype == "bool" else "numbers"
    words = f"a table of {shape} {kind}" if len(sheet.arrays) == 1 else f"{len(sheet.arrays)} tables"
    words += f", {between} between" if between else ""
    return Found(name, "table", words, sheet.arrays, skipped=sheet.skipped, choices=sheet.choices)


def _whole(scenario: Scenario, name: str) -> Found:
    """A file of ours: the scenario, and its matrices one by one."""
    labels = {"tokens": scenario.tokens, "source_tokens": scenario.source_tokens}
    arrays = [array_of(values, one) for one, values in scenario.inputs.items()]
    arrays += [array_of(scenario.bias, "bias")] if scenario.bias is not None else []
    arrays += [array_of(scenario.mask.custom, "mask")] if scenario.mask.custom is not None else []
    texts = tuple(FoundTexts(given, one) for one, given in labels.items() if given is not None)
    return Found(name, "scenario", "a scenario of attnviz", tuple(arrays), texts, scenario=scenario)


def _from_temporary(data: bytes, name: str) -> Found:
    """Arrays that came as bytes, such as through a pipe: through a file of their own, and read at once."""
    with tempfile.TemporaryDirectory(prefix="attnviz-") as folder:
        path = Path(folder, "array")
        path.write_bytes(data)
        try:
            found = read_path(path)
            arrays = tuple(map(_kept, found.arrays))
        except FileProblem as error:
            raise FileProblem(name, str(error).removeprefix(f"{shown(path)}: ")) from error
    return replace(found, name=name, arrays=arrays, path=None)


def _kept(array: FoundArray) -> FoundArray:
    """The array with its values read, or with the reason why they cannot be, for when they are asked for."""
    try:
        return array_like(array, array.values)
    except AttentionError as error:
        reason = error

    def refuse(_leading: tuple[int, ...]) -> Values:
        raise reason

    return replace(array, load=refuse)


def _lines(text: str) -> tuple[str, ...] | None:
    """The lines of a text as labels, exactly; a line end after the last line adds none. None if there are too many."""
    plain = text.replace("\r\n", "\n")
    if "\n" not in plain:
        plain = plain.replace("\r", "\n")
    if plain.count("\n") > _MOST_TOKENS:
        return None
    return tuple(plain.removesuffix("\n").split("\n"))


def _named(error: AttentionError, name: str) -> AttentionError:
    """The error with the file's name before it."""
    text = str(error)
    return type(error)(f"{name}: {text[:1].lower()}{text[1:]}", error.where._replace(name=name))

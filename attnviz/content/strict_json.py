"""JSON as a person may have edited it: every fault is named with its line, nothing is silently dropped or guessed."""

from __future__ import annotations

import json

from attnviz.content.atomic import FileProblem
from attnviz.engine.errors import FieldError, Where

_WHOLE_DIGITS = 308  # longer whole numbers are read as floats: int() of millions of digits would hang
_CONTROLS = frozenset(range(9))  # bytes that no text holds in any encoding of letters


class NotJson:
    """A NaN or Infinity that stands where a number should: kept until its place is known, then refused."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def parse(data: bytes, file: str) -> object:
    """The value that the bytes of a UTF-8 JSON text say; NaN and Infinity come as `NotJson`.

    Raises FileProblem for what is no JSON text, FieldError for a field that is there twice.
    """
    return parse_text(_decoded(data, file), file)


def parse_text(text: str, file: str) -> object:
    """The value that a JSON text says, as `parse`."""
    if not text.strip():
        raise FileProblem(file, "the file is empty. Choose another.")
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=NotJson, parse_int=_whole)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or (error.msg.startswith("Unterminated") and "\n" not in text[error.pos :]):
            raise FileProblem(file, f"the file ends too early, in line {error.lineno}. Complete it.") from error
        fault = error.msg[:1].lower() + error.msg[1:]
        where = f"line {error.lineno}, column {error.colno}"
        raise FileProblem(file, f"this is no JSON: {fault} ({where}). Mend it there.") from error
    except RecursionError as error:
        raise FileProblem(file, "brackets are nested too deeply. Choose another file.") from error


def brief(value: object) -> str:
    """A value as the file says it, short enough for one line of an error."""
    if isinstance(value, str | bool | int | float) or value is None:
        text = json.dumps(value)
    elif isinstance(value, list):
        text = "a list"
    elif isinstance(value, dict):
        text = "an object"
    else:
        text = str(value)
    return text if len(text) <= 40 else text[:38] + "…" + text[-1:]


def _decoded(data: bytes, file: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FileProblem(file, "this text is UTF-16. Save it as UTF-8.")
    try:
        return data.decode("utf-8-sig")  # some editors put a byte order mark before UTF-8
    except UnicodeDecodeError as error:
        if not set(data[:1024]).isdisjoint(_CONTROLS):
            raise FileProblem(file, "this is no text. Choose another file.") from error
        line = data.count(b"\n", 0, error.start) + 1
        raise FileProblem(file, f"line {line} is not UTF-8. Save the file as UTF-8.") from error


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise FieldError(f"the field {brief(twice)} is there twice. Keep one of them.", Where(twice))
    return found


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= _WHOLE_DIGITS else float(digits)

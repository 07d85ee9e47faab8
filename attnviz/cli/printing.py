"""Where output goes: files, any terminal whatever its encoding, and complaints of exactly one line."""

from __future__ import annotations

import sys

from attnviz.content.atomic import FileProblem, write

# What an encoding without mathematical signs shows instead.
_PLAIN = str.maketrans({"−": "-", "∞": "inf", "…": "...", "“": '"', "”": '"', "×": "x", "·": "*", "÷": "/"})


def put(text: str) -> None:
    """Writes to standard output; signs that its encoding lacks come as plain ones or spelt out. Raises FileProblem."""
    if sys.stdout is None:
        raise FileProblem("standard output", "it is closed. Use -o FILE.")
    sys.stdout.write(_encodable(text, sys.stdout.encoding))


def put_file(path: str, data: bytes, *, force: bool) -> None:
    """Writes a file, whole or not at all; an existing one is replaced only with --force. Raises FileProblem."""
    try:
        write(path, data, replace=force)
    except FileProblem as problem:
        if isinstance(problem.__cause__, FileExistsError):
            raise FileProblem(path, "this file exists. Choose another name or add --force.") from problem
        raise


def holds(text: str) -> bool:
    """True if standard output can hold every character."""
    encoding = (sys.stdout.encoding if sys.stdout is not None else None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def complain(message: str) -> None:
    """Writes one line to standard error."""
    if sys.stderr is None:
        return
    line = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in message)
    sys.stderr.write(_encodable(f"attnviz: {line}\n", sys.stderr.encoding))


def _encodable(text: str, encoding: str | None) -> str:
    encoding = encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAIN).encode(encoding, "backslashreplace").decode(encoding)
    return text

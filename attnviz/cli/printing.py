"""Where output goes: files, any terminal whatever its encoding, and complaints of exactly one line."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Any, NoReturn, TextIO

from attnviz.content.atomic import FileProblem, check_place, writing
from attnviz.content.several import write_several

_SIGNALLED = 128  # and the number of the signal is what a shell reports of a process that one ended
# What an encoding without mathematical signs shows instead.
_PLAIN = str.maketrans(
    {
        "−": "-",
        "∞": "inf",
        "…": "...",
        "“": '"',
        "”": '"',
        "×": "x",
        "·": "*",
        "÷": "/",
        "√": "sqrt ",
        "≈": "~",
        "→": "->",
        "Σ": "sum",
        "±": "+-",
        "\u202f": " ",
    }
)


def put(text: str) -> None:
    """Writes to standard output; signs that its encoding lacks come as plain ones or spelt out. Raises FileProblem."""
    if sys.stdout is None:
        raise FileProblem("standard output", "it is closed. Send it to a file.")
    sys.stdout.write(_encodable(text, sys.stdout.encoding))


def put_data(text: str, plainer: Callable[[], str] | None = None) -> None:
    """Writes what programs read: UTF-8 whatever the code page, as -o FILE does, unless a person sits at a terminal.

    plainer: the same without signs that a terminal's encoding may lack; by default they come as `put` writes them.
    Raises FileProblem.
    """
    put_pieces((text,), None if plainer is None else lambda: (plainer(),))


def put_pieces(pieces: Iterable[str], plainer: Callable[[], Iterable[str]] | None = None) -> None:
    """As `put_data`, piece by piece. plainer: is asked for all anew if a terminal cannot show the first piece, which
    holds the labels."""
    bare = getattr(sys.stdout, "buffer", None)
    if bare is not None and not sys.stdout.isatty():
        sys.stdout.flush()
        for piece in pieces:
            bare.write(piece.encode())
        return
    first = True
    for piece in pieces:
        if first and plainer is not None and not holds(piece):
            for other in plainer():
                put(other)
            return
        put(piece)
        first = False


def put_file(path: str, data: bytes, *, force: bool) -> None:
    """Writes a file, whole or not at all; an existing one is replaced only with --force. Raises FileProblem."""
    put_files({path: data}, force=force)


def put_files(files: Mapping[str, bytes], *, force: bool) -> None:
    """Writes all of several files or none; existing ones are replaced only with --force. Raises FileProblem."""
    with _force_named(), _interrupts_as_exceptions():
        write_several(files, replace=force)


def check_files(*paths: str, force: bool) -> None:
    """Raises FileProblem for a file that could not be written, before what takes long is computed for it."""
    with _force_named():
        for path in paths:
            check_place(path, replace=force)


def fill_file(path: str, fill: Callable[[IO[bytes]], None], *, force: bool) -> None:
    """Has a file filled piece by piece, whole or not at all; an existing one is replaced only with --force.

    Raises FileProblem, for an existing file before anything is computed.
    """
    with _force_named(), _interrupts_as_exceptions(), writing(path, replace=force) as file:
        fill(file)


def holds(text: str) -> bool:
    """True if standard output can hold every character."""
    encoding = (sys.stdout.encoding if sys.stdout is not None else None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def complain(message: str) -> None:
    """Writes one line to standard error, if that can be written to."""
    complain_lines([f"attnviz: {message}"])


def remark(message: str) -> None:
    """Writes one line to standard error where somebody reads along; scripts are told nothing."""
    if sys.stderr is not None and sys.stderr.isatty():
        complain_lines([message])


def complain_lines(messages: Iterable[str]) -> None:
    """Writes several lines to standard error as they are, for whoever reads places such as file:line:."""
    if sys.stderr is None:
        return
    lines = (
        "".join(sign if _is_shown(sign) else sign.encode("unicode_escape").decode() for sign in message)
        for message in messages
    )
    try:
        sys.stderr.write(_encodable("".join(f"{line}\n" for line in lines), sys.stderr.encoding))
        sys.stderr.flush()
    except OSError:
        let_go(sys.stderr)


def draw_over(stream: TextIO, text: str) -> None:
    """Writes a line of a terminal in place of what stands in it."""
    shown = "".join(sign if _is_shown(sign) else "?" for sign in text)
    with contextlib.suppress(OSError):  # a bar that cannot be drawn is no reason to stop
        stream.write(_encodable(f"\r\x1b[K{shown}", stream.encoding))
        stream.flush()


def let_go(stream: TextIO) -> None:
    """Sends what is left in a stream that takes nothing more nowhere, so that Python does not try again at its end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextlib.contextmanager
def _force_named() -> Iterator[None]:
    """Has the refusal to replace a file name the option that allows it."""
    try:
        yield
    except FileProblem as problem:
        if isinstance(problem.__cause__, FileExistsError):
            raise FileProblem(problem.where.name, "this file exists. Choose another name or add --force.") from problem
        raise


@contextlib.contextmanager
def _interrupts_as_exceptions() -> Iterator[None]:
    """Ctrl-C, a closed terminal and a request to end raise exceptions meanwhile, so that no half file is left behind.

    What is ignored, as under nohup, stays so.
    """
    usual: dict[int, Any] = {}
    with contextlib.suppress(ValueError):  # another thread than the main one has no signals
        for name, handler in (("SIGINT", signal.default_int_handler), ("SIGTERM", _end), ("SIGHUP", _end)):
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            before = None if number is None else signal.getsignal(number)
            if number is not None and (callable(before) or (before is signal.SIG_DFL and handler is _end)):
                usual[number] = before
                signal.signal(number, handler)
    try:
        yield
    finally:
        with contextlib.suppress(ValueError):
            for number, before in usual.items():
                signal.signal(number, before)


def _end(number: int, _frame: object) -> NoReturn:
    raise SystemExit(_SIGNALLED + number)


def _is_shown(sign: str) -> bool:
    """True for what a line may hold as it is, the narrow space between thousands included."""
    return sign.isprintable() or sign == "\u202f"


def _encodable(text: str, encoding: str | None) -> str:
    encoding = encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAIN).encode(encoding, "backslashreplace").decode(encoding)
    return text

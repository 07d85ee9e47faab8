"""Texts made to hang or to fill the memory, and a program that reads them all and tells what that took.

In a process of its own the memory that the system gives is all that was needed, and nothing has to watch each object:
Python's own tracing makes reading eight times as slow.
"""

from __future__ import annotations

import json
from pathlib import Path

from attnviz.content.importing import read
from attnviz.engine.errors import AttentionError

MANY = 200_000
HOSTILE = {
    "ten million columns": b"1," * (50 * MANY),
    "brackets a hundred thousand deep": b"[" * 100_000,
    "closed brackets as deep": b"[" * 50_000 + b"]" * 50_000,
    "objects as deep": b'{"a":' * 100_000,
    "a number of very many digits": b"1" * MANY + b";2",
    "a fraction of very many digits": b"0." + b"3" * MANY + b"\t2",
    "very many digits and a letter": b"1" * MANY + b"x",
    "very many digits in brackets": b"[[" + b"1" * MANY + b"]]",
    "a million empty rows": b"\n" * (5 * MANY) + b"1",
    "a million empty lists": b"[]," * (5 * MANY),
    "rows of one number without end": b"[[1]" + b",[1]" * (3 * MANY) + b"]",
    "records without end": b'[{"a":1}' + b',{"a":1}' * (3 * MANY) + b"]",
    "spaces without end": b" " * (50 * MANY) + b"[1",
    "quotes without end": b'"' * (5 * MANY),
    "open quotes in every cell": b',"x' * MANY,
    "roots without end": "√".encode() * MANY,
    "brackets of an expression": b"(" * MANY,
    "calls without end": b"array(" * MANY,
    "names without end": b"x = " * MANY + b"[1]",
    "groups without end": b"1" + b"'234" * MANY,
    "too many rows": b"1;2\n" * (500_010),
}


def _memory(name: str) -> int:
    """A line of the process's status, in bytes: VmSize is what it has, VmPeak the most that it ever had."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


def _is_refused(data: bytes) -> bool:
    try:
        return read(data, "file").problem is not None
    except AttentionError:
        return True


def main() -> None:
    """Prints for each text whether it was refused, and how much memory was taken at most until then."""
    _is_refused(b"1;2\n3;x")  # everything is loaded
    before = _memory("VmSize")
    told = {name: (_is_refused(data), _memory("VmPeak") - before) for name, data in HOSTILE.items()}
    print(json.dumps(told))


if __name__ == "__main__":
    main()

"""The verb `code`: a scenario as a program in NumPy or PyTorch."""

from __future__ import annotations

import sys
from functools import partial

from attnviz.cli.endings import check_ending
from attnviz.cli.numbers import named
from attnviz.cli.parsing import Arguments
from attnviz.cli.printing import put_data, put_file
from attnviz.content.attn_file import load
from attnviz.content.code.program import write_code
from attnviz.engine.errors import AttentionError


def print_code(given: Arguments) -> int:
    """Prints the program, or writes it to a file."""
    assert given.scenario is not None
    check_ending(given.output, "program")
    scenario = load(given.scenario)
    try:
        text = write_code(scenario, given.language)
    except AttentionError as error:
        raise named(error, given.scenario) from error
    if given.output is None:
        put_data(text, partial(_as_python_reads_it, text))
    else:
        put_file(given.output, text.encode(), force=given.force)
    return 0


def _as_python_reads_it(text: str) -> str:
    """The program with escapes, which mean the same in its labels, for signs that standard output cannot hold."""
    encoding = (sys.stdout.encoding if sys.stdout is not None else None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)

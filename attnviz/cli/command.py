"""What `attnviz …` does: finds the verb, runs it, and turns every expected error into one line and exit status 2."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from attnviz.cli.parsers import parse
from attnviz.cli.parsing import Arguments
from attnviz.cli.printing import complain, let_go

INTERRUPTED = 130  # what a shell reports after Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, or 2 after one line on standard error that says what is wrong.

    arguments: those after the program's name; by default the process's own.
    """
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where a full disk or a closed pipe can still be reported
    except KeyboardInterrupt:
        complain("interrupted.")
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        let_go(sys.stdout)
        return 0
    except OSError as error:
        let_go(sys.stdout)
        complain(f"the output cannot be written: {(error.strerror or str(error)).lower()}. Send it elsewhere.")
        return 2
    except MemoryError:
        complain("there is not enough memory for this. Choose fewer numbers: one head, one stage or a shorter text.")
        return 2
    except ValueError as error:
        return _expected(error)
    return status


def _run(arguments: Sequence[str]) -> int:
    try:
        given = parse(arguments)
    except SystemExit as end:  # --help, --version, or arguments that make no sense
        return end.code if isinstance(end.code, int) else 2
    return _VERBS[given.verb](given)


def _expected(error: ValueError) -> int:
    """One line for an AttentionError; anything else is a fault of the program and goes on with its traceback."""
    from attnviz.engine.errors import AttentionError

    if not isinstance(error, AttentionError):
        raise error
    complain(str(error))
    return 2


def _window(given: Arguments) -> int:
    from attnviz.app.run import main as open_window

    return open_window(given.scenario, lesson=given.lesson, present=given.present)


def _presets(_given: Arguments) -> int:
    from attnviz.cli.printing import put
    from attnviz.content.presets import PRESETS

    put("".join(f"{preset.name}\t{preset.sentence}\n" for preset in PRESETS))
    return 0


def _trace(given: Arguments) -> int:
    from attnviz.cli.numbers import write_table

    return write_table(given)


def _check(given: Arguments) -> int:
    from attnviz.cli.lessons import check_lesson_file, is_lesson

    if given.scenario is not None and is_lesson(given.scenario):
        return check_lesson_file(given.scenario)

    from attnviz.cli.numbers import check

    return check(given)


def _lessons(_given: Arguments) -> int:
    from attnviz.cli.lessons import list_lessons

    return list_lessons()


def _labs(_given: Arguments) -> int:
    from attnviz.cli.printing import put
    from attnviz.labs.introductions import INTRODUCTIONS

    put("".join(f"{one.name}\t{one.title}\t{one.sentence}\tlesson {one.unit}\n" for one in INTRODUCTIONS))
    return 0


def _lab(given: Arguments) -> int:
    from attnviz.cli.labs import run_lab

    return run_lab(given)


def _render(given: Arguments) -> int:
    from attnviz.cli.pictures import render

    return render(given)


def _explain(given: Arguments) -> int:
    from attnviz.cli.explain import explain_number

    return explain_number(given)


def _import(given: Arguments) -> int:
    from attnviz.cli.importing import import_files

    return import_files(given)


def _export(given: Arguments) -> int:
    from attnviz.cli.export import export

    return export(given)


def _gradients(given: Arguments) -> int:
    from attnviz.cli.explain import number_gradients

    return number_gradients(given)


def _code(given: Arguments) -> int:
    from attnviz.cli.code import print_code

    return print_code(given)


def _walk(given: Arguments) -> int:
    from attnviz.cli.walk import walk

    return walk(given)


def _worksheet(given: Arguments) -> int:
    from attnviz.cli.worksheet import make_worksheet

    return make_worksheet(given)


def _model(given: Arguments) -> int:
    from attnviz.cli.model import open_model

    return open_model(given)


# Each verb imports what it needs when it runs, so that --help and examples wait neither for NumPy nor for Qt.
_VERBS: dict[str, Callable[[Arguments], int]] = {
    "": _window,
    "examples": _presets,
    "presets": _presets,
    "trace": _trace,
    "check": _check,
    "lessons": _lessons,
    "labs": _labs,
    "lab": _lab,
    "render": _render,
    "walk": _walk,
    "explain": _explain,
    "export": _export,
    "import": _import,
    "gradients": _gradients,
    "code": _code,
    "worksheet": _worksheet,
    "model": _model,
}

"""The arguments of the verbs on lessons: `lessons`, and `check`, which serves scenarios too."""

from __future__ import annotations

from attnviz.cli.parsing import Parser

_CHECK = """\
attnviz check my.attn
attnviz check my-lesson.toml        every mistake with its line, claims that are not true among them"""


def lessons_parser() -> Parser:
    """The parser of `attnviz lessons`."""
    return Parser("attnviz lessons", "Lists the lessons of the course: unit, name, title, summary.", "")


def check_parser() -> Parser:
    """The parser of `attnviz check`."""
    what = "Says ok if a scenario can be computed from end to end, or if all of a lesson is right."
    parser = Parser("attnviz check", what, _CHECK)
    parser.add_argument("scenario", metavar="X", help="a scenario file, a lesson file, or the name of an example")
    return parser

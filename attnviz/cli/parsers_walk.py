"""The arguments of the verb that writes a walk as pictures."""

from __future__ import annotations

import argparse
import re

from attnviz.cli.parsing import Parser, add_output, count, decimals

_EXAMPLES = """\
attnviz walk by-hand -o walk.gif
attnviz walk by-hand --query 3 --size 1920x1080 -o walk.png
attnviz walk --lesson masks -o masks.gif
attnviz walk --lesson my-lesson.toml --theme dark -o mine.gif --force

A name that ends in .png gives numbered pictures: walk-01.png, walk-02.png, …
A GIF needs Pillow, which `make run` has installed, else: pip install pillow."""


def walk_parser() -> Parser:
    """The parser of `attnviz walk`."""
    parser = Parser("attnviz walk", "Draws a walk through a scenario or a lesson, press by press.", _EXAMPLES)
    parser.add_argument("scenario", nargs="?", metavar="X", help="a scenario file, else the name of an example")
    parser.add_argument("--lesson", metavar="NAME", help="a lesson's name, unit or file, in place of X")
    add_output(parser, required=True)
    parser.add_argument("--head", type=count, metavar="N", help="the head, from 1 (the first unless said)")
    parser.add_argument("--query", type=count, metavar="N", help="the query that is followed (the second unless said)")
    parser.add_argument("--decimals", type=decimals, metavar="N", help="how many at most (3, or the pencil's)")
    parser.add_argument("--size", type=_size, default=(1280, 720), metavar="W×H", help="in pixels (1280x720)")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="light unless said")
    return parser


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,9})[x×]([0-9]{1,9})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no size such as 1280x720")
    return int(found[1]), int(found[2])

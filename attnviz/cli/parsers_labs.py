"""The arguments of the verbs on laboratories: `labs` and `lab`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from attnviz.cli.parsing import Parser, add_output
from attnviz.cli.printing import put

LAB_FORMATS = ("text", "json", "csv")

_LAB = """\
attnviz lab mixture
attnviz lab root-d-k --set d_k=4,64,512 --set seed=7 --format json
attnviz lab turn-the-query --set degrees=30
attnviz lab masks by-hand-causal --set fill=-1e9
attnviz lab mistakes two-heads --set mistake=no-transpose
attnviz lab mistakes --help        what can be set, and to what
attnviz lab turn-the-query --set degrees=30 --figure turn -o turn.svg
attnviz lab one-query --set "keys=[[1,0],[0,1],[1,1]]" --format csv -o one-query.csv

X is the scenario that masks, mistakes, circuits, decode and tiles work on (by-hand unless said).
JSON is {"lab", "values", "numbers"} at full precision; what is no finite number comes as "nan", "inf" or "-inf"."""


def labs_parser() -> Parser:
    """For `labs`."""
    return Parser("attnviz labs", "Lists the laboratories: name, title, sentence, and the lesson that uses it.", "")


def lab_parser() -> Parser:
    """For `lab`."""
    what = "Runs a laboratory and prints its numbers, or draws one of its exhibits."
    parser = Parser("attnviz lab", what, _LAB, add_help=False)
    parser.add_argument(
        "-h", "--help", action=_Help, nargs=0, help="show this, and after NAME what can be set in that laboratory"
    )
    parser.add_argument("lab", metavar="NAME", help="the laboratory, as `attnviz labs` lists it")
    parser.add_argument("scenario", nargs="?", metavar="X", help="a scenario file, else the name of an example")
    parser.add_argument(
        "--set", dest="settings", action="append", default=[], metavar="NAME=VALUE",
        help="change a parameter: a number, a word, on or off, or a table such as 1,0;0,1",
    )  # fmt: skip
    parser.add_argument("--format", choices=LAB_FORMATS, help="text unless said, or what the file's name ends in")
    parser.add_argument(
        "--figure", metavar="EXHIBIT", help="draw that exhibit into the file, a PNG, SVG or PDF by its name's ending"
    )
    parser.add_argument(
        "--theme", dest="theme_asked", choices=("light", "dark"), help="of the figure, light unless said"
    )
    add_output(parser, required=False)
    return parser


class _Help(argparse.Action):
    """Prints the parameters of the laboratory that was named before, else how the verb is used."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        _values: str | Sequence[Any] | None,
        _option: str | None = None,
    ) -> NoReturn:
        name = getattr(namespace, "lab", None)
        if name is None:
            parser.print_help()
        else:
            from attnviz.cli.lab_help import parameters_text  # here: it needs NumPy

            put(parameters_text(name))
        parser.exit()

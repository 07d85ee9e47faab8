"""The arguments of the verbs that explain one number: its arithmetic, and what moves it."""

from __future__ import annotations

from attnviz.cli.parsing import Parser, add_output, add_scenario, count, decimals

EXPLAIN_FORMATS = ("text", "markdown", "latex")
GRADIENT_FORMATS = ("json", "text")
DEPTHS = ("words", "numbers", "formula", "all")
_EXPLAIN = """\
attnviz explain by-hand --stage weights --row 2 --column 3
attnviz explain two-heads --stage output --row 1 --column 2 --depth all
attnviz explain trophy --stage scores --row 12 --column 2 --all-terms
attnviz explain by-hand --stage output --row 2 --column 1 --from-inputs --format latex -o output.tex

Rows and columns count from 1. Stages: as for attnviz trace."""
_GRADIENTS = """\
attnviz gradients by-hand --stage output --row 2 --column 1
attnviz gradients two-heads --stage weights --head 2 --row 1 --column 3 --format text
attnviz gradients my.attn --stage output --row 1 --column 1 -o slopes.json

Prints by how much that number grows for each input that grows by 1: its partial derivatives."""


def explain_parser() -> Parser:
    """The parser of `attnviz explain`."""
    parser = Parser("attnviz explain", "Shows the arithmetic of one number, step by step.", _EXPLAIN)
    _add_cell(parser)
    add = parser.add_argument
    add("--depth", choices=DEPTHS, help="numbers unless said; formula for LaTeX")
    add("--format", choices=EXPLAIN_FORMATS, help="text unless said, or what the file's name ends in")
    add("--decimals", type=decimals, metavar="N", help="how many at most (3, or the pencil's)")
    add("--all-terms", action="store_true", help="write out every product of a long sum")
    add("--from-inputs", action="store_true", help="every number on the way, from the inputs on")
    add_output(parser, required=False)
    return parser


def gradients_parser() -> Parser:
    """The parser of `attnviz gradients`."""
    parser = Parser("attnviz gradients", "Shows what moves one number: its partial derivatives.", _GRADIENTS)
    _add_cell(parser)
    parser.add_argument("--format", choices=GRADIENT_FORMATS, help="json unless said")
    parser.add_argument("--decimals", type=decimals, metavar="N", help="of the text (3, or the pencil's)")
    add_output(parser, required=False)
    return parser


def _add_cell(parser: Parser) -> None:
    """Adds X and the place of one number in it."""
    add_scenario(parser)
    add = parser.add_argument
    add("--stage", required=True, help="the stage or input that holds the number")
    add("--row", type=count, required=True, metavar="N", help="its row, from 1")
    add("--column", type=count, required=True, metavar="N", help="its column, from 1")
    add("--head", type=count, metavar="N", help="its head, from 1 (the first unless said)")

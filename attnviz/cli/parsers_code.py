"""The arguments of the verb that writes a program."""

from __future__ import annotations

from attnviz.cli.parsing import Parser, add_output, add_scenario

_EXAMPLES = """\
attnviz code by-hand
attnviz code two-heads --language torch -o two_heads.py
attnviz code my.attn --language torch-sdpa | python

numpy goes through the heads one by one, torch takes all of them at once, and torch-sdpa
leaves the work to torch.nn.functional.scaled_dot_product_attention."""
_LANGUAGES = ("numpy", "torch", "torch-sdpa")


def code_parser() -> Parser:
    """The parser of `attnviz code`."""
    parser = Parser("attnviz code", "Writes a program that computes a scenario and prints its numbers.", _EXAMPLES)
    add_scenario(parser)
    parser.add_argument("--language", choices=_LANGUAGES, default="numpy", help="numpy unless said")
    add_output(parser, required=False)
    return parser

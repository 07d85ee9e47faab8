"""The arguments of the verb that makes worksheets."""

from __future__ import annotations

from attnviz.cli.parsing import Parser, count, whole

_EXAMPLES = """\
attnviz worksheet --seed 7 --exercises 8 -o sheet.pdf --key key.pdf
attnviz worksheet by-hand --kinds score,weight,output -o sheet.pdf
attnviz worksheet --kinds masked --exercises 4 --paper letter -o masks.pdf --key masks-key.pdf --force

Kinds: projection, score, scaled, exponentials, weight, output, masked, concatenation, shape, parameters.
The same seed gives the same sheet. With X the exercises are about that scenario, else about new numbers."""
MOST_SEED, MOST_EXERCISES = 999_999_999, 100


def worksheet_parser() -> Parser:
    """The parser of `attnviz worksheet`."""
    parser = Parser("attnviz worksheet", "Writes exercises as a PDF, and their key as another.", _EXAMPLES)
    add = parser.add_argument
    add("scenario", nargs="?", metavar="X", help="a scenario file, else the name of an example")
    add("--seed", type=_seed, default=1, metavar="N", help="which sheet it is (1 unless said)")
    add("--exercises", type=_exercises, default=8, metavar="N", help="how many (8 unless said)")
    add("--kinds", default="", metavar="A,B", help="which kinds, in turn (all unless said)")
    add("-o", "--output", required=True, metavar="FILE", help="write the sheet to this file")
    add("--key", metavar="FILE", help="write the answers to this file")
    add("--paper", choices=("a4", "letter"), default="a4", help="a4 unless said")
    add("--title", default="", metavar="TEXT", help="what stands over the sheet")
    add("--force", action="store_true", help="replace files that exist")
    return parser


def _seed(text: str) -> int:
    return whole(text, 0, MOST_SEED, f"a whole number from 0 to {MOST_SEED}")


def _exercises(text: str) -> int:
    count(text)
    return whole(text, 1, MOST_EXERCISES, f"a whole number from 1 to {MOST_EXERCISES}")

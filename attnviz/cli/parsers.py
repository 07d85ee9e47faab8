"""The arguments of each verb, and help that shows how to use it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attnviz import __version__
from attnviz.cli.parsers_code import code_parser
from attnviz.cli.parsers_explain import explain_parser, gradients_parser
from attnviz.cli.parsers_export import export_parser
from attnviz.cli.parsers_import import import_parser
from attnviz.cli.parsers_labs import lab_parser, labs_parser
from attnviz.cli.parsers_lessons import check_parser, lessons_parser
from attnviz.cli.parsers_model import model_parser
from attnviz.cli.parsers_walk import walk_parser
from attnviz.cli.parsers_worksheet import worksheet_parser
from attnviz.cli.parsing import Arguments, Parser, a_file, add_output, add_scenario, count, decimals, places

FORMATS = ("text", "json", "csv", "tsv")
PictureFormat = Literal["png", "svg", "pdf"]
PICTURES: tuple[PictureFormat, ...] = ("png", "svg", "pdf")

_COLOURS = "of large maps of weights: by powers of ten, as unless said, or evenly from 0"
_UNCARRIED = "a picture that does not carry its scenario, which may take megabytes: for slides and papers"
_OVERVIEW = """\
attnviz                             open the window: course, examples, files, practice
attnviz two-heads                   open it on an example
attnviz my.attn                     open it on a file
attnviz --lesson by-hand            play a lesson: a name, a unit or a .toml file
attnviz --lesson 2 --present        fill the screen with it
attnviz examples                    list the examples
attnviz check my.attn               say whether a file can be computed
attnviz lessons                     list the lessons of the course
attnviz check my-lesson.toml        find every mistake of a lesson, with its line
attnviz labs                        list the laboratories
attnviz lab root-d-k --set seed=7   run one and print its numbers
attnviz trace by-hand --stage weights
attnviz trace trophy --stage weights --format csv -o weights.csv
attnviz render by-hand --figure board -o board.svg
attnviz explain by-hand --stage weights --row 2 --column 3
attnviz code two-heads --language torch -o two_heads.py
attnviz model "She sat by the river bank." --layer 1 --head 1 -o bank.attn
attnviz import sheet.csv --as X -o my.attn
attnviz export by-hand -o by-hand.tex
attnviz walk by-hand -o walk.gif    draw every step of the arithmetic as an animation
attnviz worksheet --seed 7 -o sheet.pdf --key key.pdf

Each verb explains itself: attnviz trace --help"""
_VERBS = {
    "examples": "lists the examples",
    "lessons": "lists the lessons of the course",
    "labs": "lists the laboratories",
    "check": "says whether a scenario can be computed, or finds every mistake of a lesson",
    "trace": "prints the numbers of one stage",
    "explain": "shows the arithmetic of one number",
    "import": "makes a scenario of numbers from elsewhere",
    "export": "writes a worked example (LaTeX, Markdown), a web page, or the numbers of all stages",
    "gradients": "prints what moves one number",
    "code": "writes the same computation in NumPy or PyTorch",
    "lab": "runs a laboratory and prints its numbers",
    "render": "draws a figure into a file",
    "model": "opens a layer or head of a real model, or of saved weights, and lists what heads do",
    "walk": "draws a scenario or a lesson press by press, as a GIF or PNGs",
    "worksheet": "writes exercises and their key as PDFs",
}
_TRACE = """\
attnviz trace by-hand --stage weights
attnviz trace two-heads --stage scores --head 2 --format json
attnviz trace my.attn --stage W_Q --format csv -o W_Q.csv

Stages: queries, keys, values, scores, scaled, capped, biased, tempered, masked, exponentials, weights,
head_output, concatenated, output, as far as the scenario has them; and its inputs, such as X or W_Q.
The text shows the corners of more than 100,000 numbers; json, csv and tsv hold all, however many."""
_RENDER = """\
attnviz render by-hand --figure board -o board.png
attnviz render trophy --figure weights -o weights.svg
attnviz render by-hand --figure weights -o weights.pdf --width 80mm --decimals 2
attnviz render two-heads --figure heads -o heads.pdf --theme dark --force
attnviz render *.attn --figure weights --format svg -o figures/
attnviz render long.attn --figure weights --rows 2000-2011 --columns 1990-2001 --no-scenario -o part.png

Figures: any stage or input, as for trace, and board, heads, bars, vectors, concat, inputs, rotation (if rotary);
and making.STAGE, such as making.scores, for a stage beside what it is computed from."""


def parse(arguments: Sequence[str]) -> Arguments:
    """The arguments, checked. Ends the program after --help and --version, and with one line if they make no sense."""
    verb = arguments[0] if arguments and arguments[0] in _MAKERS else ""
    given = Arguments(verb=verb)
    if not verb and len(arguments) > 1 and not any(argument.startswith("-") for argument in arguments[:2]):
        _refuse_verb(arguments[0])
    _MAKERS[verb]().parse_args(list(arguments[1:] if verb else arguments), given)
    return given


def _refuse_verb(word: str) -> None:
    """Ends the program: what stands before another word can only be a verb."""
    from attnviz.content.misspelling import nearest

    near = nearest(word, _VERBS)
    _window().error(f"there is no verb {word[:40]!r}" + (f"; perhaps {near}" if near else ""))


def _window() -> Parser:
    parser = Parser("attnviz", "A laboratory for attention: edit any number, see, explain and export.", _OVERVIEW)
    parser.usage = f"attnviz [X] [--lesson NAME] [--present]\n       attnviz VERB ...\n\nverbs:\n{_verbs()}"
    parser.add_argument(
        "scenario",
        nargs="?",
        metavar="X",
        help="a scenario file, a lesson file, numbers to import (.csv, .npy, ...), else the name of an example",
    )
    parser.add_argument("--lesson", metavar="NAME", help="a lesson of the course by name or unit, or a lesson file")
    parser.add_argument("--present", action="store_true", help="fill the screen, for a clicker to step through")
    parser.add_argument("--version", action="version", version=f"attnviz {__version__}")
    return parser


def _verbs() -> str:
    """Each verb on a line with what it does."""
    return "\n".join(f"  {verb:<11} {what}" for verb, what in _VERBS.items())


def _presets() -> Parser:
    return Parser("attnviz examples", "Lists the examples: name, tab, sentence.", "")


def _trace() -> Parser:
    parser = Parser("attnviz trace", "Computes one stage of a scenario and prints its numbers.", _TRACE)
    add_scenario(parser)
    parser.add_argument("--stage", required=True, help="the stage or input to print")
    parser.add_argument("--head", type=count, metavar="N", help="the head, from 1 (the first unless said)")
    parser.add_argument("--format", choices=FORMATS, help="text unless said, or what the file's name ends in")
    parser.add_argument("--decimals", type=decimals, metavar="N", help="of the text (3, or the pencil's)")
    add_output(parser, required=False)
    return parser


def _render() -> Parser:
    parser = Parser("attnviz render", "Draws a figure of each scenario into a file, without a window.", _RENDER)
    add = parser.add_argument
    add("scenarios", nargs="+", metavar="X", help="a scenario file, else the name of an example; several for a folder")
    add("--figure", required=True, help="a stage or input, or board, heads, bars, vectors, lines, concat, inputs")
    where = "write to this file, or to files in this folder"
    add("-o", "--output", type=a_file, required=True, metavar="FILE", help=where)
    add("--force", action="store_true", help="replace files that exist")
    add("--format", choices=PICTURES, help="what the file's name ends in unless said; png in a folder")
    add("--head", type=count, metavar="N", help="the head, from 1 (the first unless said)")
    add("--query", type=count, metavar="N", help="the query that is followed, from 1 (the second unless said)")
    add("--decimals", type=decimals, metavar="N", help="how many at most (3, or the pencil's)")
    add("--width", metavar="W", help="in pixels or millimetres: 640, 160mm")
    add("--scale", type=float, metavar="N", help="pixels of a PNG for each of its own (1 unless said)")
    add("--dpi", type=float, metavar="N", help="dots per inch of a PNG")
    add("--cell", type=count, metavar="N", help="pixels for each cell of a map of thousands of tokens")
    add("--rows", type=places, metavar="A-B", help="of a map of queries and keys these rows only, from 1: 2000-2040")
    add("--columns", type=places, metavar="A-B", help="and these columns")
    add("--font", type=float, metavar="POINTS", help="size of labels and numbers")
    add("--theme", choices=("light", "dark"), default="light", help="light unless said")
    add("--colour-map", default="auto", metavar="NAME", help="such as viridis, cividis, greys or blue-red")
    add("--transparent", action="store_true", help="without a background")
    add("--own-scale", action="store_true", help="each head on a colour scale of its own")
    add("--colours", choices=("linear", "powers"), help=_COLOURS)
    for part in ("title", "legend", "numbers"):
        add(f"--no-{part}", action="store_true", help=f"without {part}")
    add("--no-scenario", action="store_true", help=_UNCARRIED)
    return parser


_MAKERS = {
    "": _window,
    "examples": _presets,
    "presets": _presets,  # as it was called at first
    "trace": _trace,
    "check": check_parser,
    "lessons": lessons_parser,
    "labs": labs_parser,
    "lab": lab_parser,
    "render": _render,
    "walk": walk_parser,
    "explain": explain_parser,
    "export": export_parser,
    "import": import_parser,
    "gradients": gradients_parser,
    "code": code_parser,
    "worksheet": worksheet_parser,
    "model": model_parser,
}

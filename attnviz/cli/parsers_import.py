"""The arguments of `attnviz import`: files with what they are and how they are written, and where all of it goes."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from attnviz.cli.parsing import Arguments, FileArguments, Parser, add_output, count

_TARGETS = (
    "X", "source", "W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O", "Q", "K", "V", "weights", "bias", "mask",
    "tokens", "source_tokens",
)  # fmt: skip
_IMPORT = """\
attnviz import sheet.csv                                what is in it? nothing is written
attnviz import sheet.csv --as X -o my.attn              W_Q, W_K and W_V become the identity
attnviz import X.csv --as X W.csv --as W_Q -o my.attn   several at once, each with its options behind it
attnviz import W.npy --as W_Q --product "X W^T" --into my.attn -o new.attn
attnviz import mask.csv --as mask --true hide --into my.attn -o masked.attn
attnviz import words.txt --as tokens --into my.attn -o named.attn
attnviz import attention.npy --as weights --layer 3 -o layer.attn
attnviz import arrays.npz -o my.attn                    arrays with names such as X, W_Q or q_proj.weight
attnviz import X.npy W_Q.npy W_K.npy W_V.npy W_O.npy --heads 8 --causal -o decoder.attn
attnviz import arrays.npz --name embeddings --as X -o my.attn
attnviz import my-gpt2/ --layer 3 --head 1 rows.npy --as X -o head.attn
pbpaste | attnviz import - --as weights -o pasted.attn

Read are tables (CSV, TSV, semicolons, spaces; decimal point or comma; labels in the first row or column), printouts
of NumPy and PyTorch, JSON, .npy, .npz, .safetensors, and what attnviz exports. Pickles (.pt, .bin, .pkl) are refused.
A matrix in a text has at most 4 million numbers, a text 64 MB, an array 134 million numbers.
What a file does not say is guessed and printed with the option that says it otherwise. A square matrix fits both ways:
compare Q, or say --product. Tokens in columns and W·X is --product "W X"."""
FORMATS = ("float64", "float32")
_LAYOUTS = ("side", "stacked", "first", "middle", "last")
_PRODUCTS = {"XW": "XW", "XWT": "XWt", "WX": "XWt"}


class ImportParser(Parser):
    """Takes files one by one, each with the options that follow it."""

    def parse_args(self, args: Iterable[str] | None = None, namespace: Any = None) -> Any:
        """The arguments; `files` holds those of each file. Options before the first file belong to it."""
        given = Arguments() if namespace is None else namespace
        given.files = [self._one(part) for part in self._by_file(list(args or ()))]
        for name in ("into", "output", "heads", "kv_heads", "title", "dtype"):
            values = [value for one in given.files if (value := getattr(one, name)) is not None]
            if len(set(values)) > 1:
                self.error(f"--{name.replace('_', '-')} is given twice")
            setattr(given, name, values[0] if values else None)
        given.title = given.title or ""
        given.force = any(one.force for one in given.files)
        given.causal = any(one.causal for one in given.files)
        return given

    def _one(self, args: list[str]) -> FileArguments:
        found = FileArguments()
        super().parse_args(args, found)
        return found

    def _by_file(self, args: list[str]) -> list[list[str]]:
        """The arguments cut before each file but the first."""
        parts: list[list[str]] = [[]]
        has_file = takes_value = plain = False
        for argument in args:
            option = argument.startswith("-") and argument != "-" and not plain
            if takes_value or option:
                known = self._option_string_actions.get(argument)
                takes_value = option and not takes_value and known is not None and known.nargs is None
                plain = plain or argument == "--"
                parts[-1].append(argument)
                continue
            if has_file:
                parts.append(["--"] if plain else [])
            parts[-1].append(argument)
            has_file = True
        return parts


def import_parser() -> Parser:
    """The parser of `attnviz import`."""
    parser = ImportParser("attnviz import", "Makes a scenario of numbers from elsewhere.", _IMPORT)
    parser.usage = "attnviz import FILE [--as TARGET] [options] [FILE [--as TARGET] [options] ...] [--into X] -o FILE"
    add = parser.add_argument
    add("file", metavar="FILE", help="a file, a folder of a model, or - for standard input")
    add("--as", dest="target", choices=_TARGETS, metavar="TARGET", help=f"what it becomes: {', '.join(_TARGETS)}")
    add("--name", metavar="ARRAY", help="which array of the file, by name or number")
    add("--tokens", choices=("rows", "columns"), help="of X, source, Q, K, V: is a token a row or a column")
    add("--product", type=_product, metavar='"X W"', help='of W_Q, W_K, W_V, W_O: "X W", or "X W^T", or "W X"')
    add(
        "--layout",
        choices=_LAYOUTS,
        help="how heads lie: side by side, stacked, on the first, middle or last of three axes",
    )
    add("--true", choices=("see", "hide"), help="of a mask: what true or 1 stands for")
    add("--queries", choices=("rows", "columns"), help="of weights, mask, bias: where queries are")
    add("--layer", type=count, metavar="N", help="which layer, from 1, where there are several")
    add("--batch", type=count, metavar="N", help="which of a batch, from 1")
    add("--head", type=count, metavar="N", help="which head of a model, from 1 (the whole layer unless said)")
    add("--decimal", choices=("point", "comma"), help="the decimal mark")
    add("--delimiter", choices=("tab", "semicolon", "comma", "space"), help="what stands between cells")
    add("--header", choices=("none", "row", "column", "both"), help="where labels are")
    add("--encoding", choices=("utf-8", "utf-16", "cp1252"), help="of a text")
    add("--empty", choices=("zero", "fault"), help="what an empty cell among numbers is; a fault unless said")
    add("--heads", type=count, metavar="N", help="how many heads there are")
    add("--kv-heads", type=count, metavar="N", help="how many key/value heads there are")
    add("--dtype", choices=FORMATS, help="computed in this format (float64; float32 for very many numbers)")
    add("--causal", action="store_true", help="no token looks ahead: the causal mask of a decoder")
    add("--into", metavar="X", help="a scenario file or example that takes it; a new one unless said")
    add("--title", metavar="TEXT", help="what the scenario is called")
    add_output(parser, required=False)
    return parser


def _product(text: str) -> str:
    """XW or XWt, however it was typed: "X W", "XW^T", "X @ W.T", "W X"."""
    plain = "".join(sign for sign in text.upper().replace("ᵀ", "T") if sign.isalpha())
    if plain not in _PRODUCTS:
        raise argparse.ArgumentTypeError(f'{text!r} is none of "X W", "X W^T" and "W X"')
    return _PRODUCTS[plain]

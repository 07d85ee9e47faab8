"""The arguments of `attnviz model`: a sentence or a file of a model, and which layer and head of it."""

from __future__ import annotations

from textwrap import fill

from attnviz.cli.parsing import Parser, add_output, count
from attnviz.content.sources.family_names import families

_MODEL = f"""\
attnviz model "The trophy did not fit in the suitcase because it was too big."
attnviz model "The trophy did not fit in the suitcase because it was too big." --find it trophy
attnviz model "She sat by the river bank." --layer 1 --head 1 -o bank.attn
attnviz model "She sat by the river bank." --checkpoint my-bert/ --layer 1 -o layer.attn
attnviz model --checkpoint my-gpt2/ --x rows.npy --layer 3 --head 1 -o head.attn
attnviz model --checkpoint attention.npz
attnviz model "She sat by the river bank." -o grid.svg
attnviz model "She sat by the river bank." --layer 4 --head 2 -o lines.png

Without -o it lists what each head does most: the shares of special tokens ([CLS], [SEP]), of the token itself, of the
one before and the one after, averaged over the other tokens, and the strongest pair of two words.

Without --checkpoint the sentence goes to a small model in the extra "models" (6 layers of 12 heads).
{fill(f"--checkpoint takes a folder or file in safetensors of {families('or')},", 120)}
or attention weights as .npy, .npz or .safetensors: (T, S), (heads, T, S), (layers, heads, T, S), with a batch or
without.
--x gives what enters W_Q: (T, d_model) for the layer, or (layers, T, d_model).

Where -o ends in .png, .svg or .pdf the heads are drawn: all maps as a grid (of one layer with --layer), or with --head
lines from each token to what it looks at. With --find the two tokens are marked."""


def model_parser() -> Parser:
    """The parser of `attnviz model`."""
    parser = Parser("attnviz model", "Opens a layer or head of a real model as a scenario.", _MODEL)
    add = parser.add_argument
    add("sentence", nargs="?", default="", metavar="SENTENCE", help="what the model reads")
    add("--layer", type=count, metavar="N", help="the layer, from 1")
    add("--head", type=count, metavar="N", help="the head, from 1 (the whole layer unless said)")
    add("--find", nargs=2, metavar=("QUERY", "KEY"), help="the heads in which one token looks most at another")
    add("--checkpoint", metavar="PATH", help="a model or attention weights of your own")
    add("--x", metavar="FILE", help="what enters W_Q, where the model cannot read a sentence")
    add("--residual", action="store_true", help="--x was saved before the layer norm")
    add("--heads", type=count, metavar="N", help="how many heads, where config.json is missing")
    add("--tensor", metavar="NAME", help="which array of the file")
    add("--axes", metavar="LETTERS", help="its axes, of l layers, b batch, h heads, t queries, s keys: bhts")
    add("--batch", type=count, metavar="N", help="which of a batch, from 1 (the first unless said)")
    add("--list", action="store_true", dest="listing", help="list the heads, also with -o")
    add_output(parser, required=False)
    return parser

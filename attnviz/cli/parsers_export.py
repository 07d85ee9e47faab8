"""The arguments of `attnviz export`, which writes documents and numbers of one or all stages."""

from __future__ import annotations

from attnviz.cli.parsing import Parser, add_output, add_scenario, count, decimals

EXPORT_FORMATS = ("latex", "markdown", "html", "csv", "tsv", "json", "npz")
_EXPORT = """\
attnviz export by-hand -o by-hand.tex            a worked example that compiles by itself
attnviz export by-hand -o by-hand.md             the same for a README or a notebook
attnviz export two-heads -o two-heads.html       a page for any browser, with every number on hover
attnviz export by-hand --stage weights --format latex           one matrix, to be pasted
attnviz export by-hand --matrices --format latex                all of them
attnviz export by-hand --stage weights --row 2 --column 3 --format latex    the arithmetic of one number
attnviz export two-heads --stage weights -o weights.csv         all heads: a line for each number
attnviz export two-heads --stage weights --head 2 -o weights.csv            one head: a table
attnviz export trophy -o trophy.npz              everything, for NumPy
attnviz export trophy --stage X,queries,weights --format json

Formats: latex, markdown and html are documents, rounded to --decimals and with large matrices shortened; csv, tsv,
json and npz hold every number in full. Without --format it is what the file's name ends in (.tex, .md, .html, .csv,
.tsv, .json, .npz). Without -o, or with -o -, it goes to the screen; npz needs a file.
One matrix is a table with its labels. Several in csv and tsv are one table with the columns stage, head, row, column,
row_label, column_label, value; in json {"title", "dtype", "stages"}; in npz arrays by name, (heads, rows, columns)
where there are heads, with query_labels and key_labels. A hidden cell is -inf, in json null. Keys and values that
query heads share are listed once, by kv_head, a column after head and a field of json.
A text has at most 134 million numbers, and npz any number of them: all stages of 4096 tokens in 8 heads are 2.8 GB,
the weights of one head 67 MB (--stage weights --head 1).
Json and npz of everything, and html, carry the scenario: any verb takes such a file for X, import makes it an .attn."""


def export_parser() -> Parser:
    """The parser of `attnviz export`."""
    parser = Parser("attnviz export", "Writes documents, and the numbers of one or all stages.", _EXPORT)
    add_scenario(parser)
    add = parser.add_argument
    add("--stage", dest="stages", metavar="NAME[,NAME]", help="these stages and inputs (all unless said)")
    add("--head", type=count, metavar="N", help="this head, from 1 (all unless said)")
    add("--format", choices=EXPORT_FORMATS, help="what the file's name ends in unless said")
    add("--matrices", action="store_true", help="latex, markdown: the matrices alone; so it is with --stage")
    add(
        "--row",
        dest="row_asked",
        type=count,
        metavar="N",
        help="with --column and one --stage: one number's arithmetic",
    )
    add("--column", dest="column_asked", type=count, metavar="N", help="its column, from 1")
    add(
        "--query",
        type=count,
        metavar="N",
        help="documents: the query that is followed, from 1 (the second unless said)",
    )
    add("--decimals", type=decimals, metavar="N", help="of documents (3, or the pencil's)")
    add("--no-labels", action="store_true", help="latex: matrices in brackets, without their tokens")
    add("--whole", action="store_true", help="documents: neither large matrices nor long sums are shortened")
    add("--standalone", action="store_true", help="latex: matrices and arithmetic as a file that compiles by itself")
    add("--no-scenario", action="store_true", help="json, npz, html: the numbers without the scenario they are of")
    add_output(parser, required=False)
    return parser

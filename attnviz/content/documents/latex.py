"""LaTeX: a worked example that compiles by itself, and matrices or one number's arithmetic to be pasted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attnviz.content.documents.blocks import Block, Chain, Facts, Heading, Labels, Matrix, Words
from attnviz.content.documents.latex_matrix import ROOM, Set, Setting, set_matrix
from attnviz.content.documents.latex_text import CODEPOINT, latex_label, latex_sentence, latex_text
from attnviz.content.explanation_text import as_latex
from attnviz.content.labels import visible

_SIGN = 5.4  # points of a letter of a formula
_COMMANDS = re.compile(r"\\[A-Za-z]+|[{}^_,\\]")
_MATHEMATICS = re.compile(r"\$([^$]+)\$")
_PREAMBLE = r"""\documentclass{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath}
\addtolength{\textwidth}{3cm}\addtolength{\oddsidemargin}{-1.5cm}
\addtolength{\textheight}{3cm}\addtolength{\topmargin}{-1.5cm}
\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}
\allowdisplaybreaks
"""


def latex_document(blocks: Sequence[Block], setting: Setting) -> str:
    """A whole file for pdfLaTeX; it needs amsmath and nothing else."""
    title = next((block.text for block in blocks if isinstance(block, Heading) and block.level == 0), "")
    body = "".join(_block(block, setting) for block in blocks if not (isinstance(block, Heading) and block.level == 0))
    start = f"\\begin{{center}}\\LARGE {latex_text(visible(title))}\\end{{center}}\n" if title else ""
    return f"{_PREAMBLE}{_signs(start + body)}\\begin{{document}}\n{start}{body}\\end{{document}}\n"


def latex_fragment(blocks: Iterable[Block], setting: Setting) -> str:
    """The same for a document of one's own that loads amsmath; the name of each matrix stands in a comment."""
    body = "".join(_bare(block, setting) if isinstance(block, Matrix) else _block(block, setting) for block in blocks)
    return _signs(body) + body


def _signs(body: str) -> str:
    return CODEPOINT if r"\codepoint{" in body else ""


def _block(block: Block, setting: Setting) -> str:
    match block:
        case Heading(text, level):
            command = "section*" if level <= 1 else "subsection*"
            return f"\n\\{command}{{{latex_sentence(text)}}}\n"
        case Words(text):
            return f"{latex_sentence(text)}\n\n"
        case Facts(pairs):
            items = "".join(f"\\item[{latex_text(name)}] {latex_sentence(words)}\n" for name, words in pairs)
            return f"\\begin{{description}}\\setlength{{\\itemsep}}{{0pt}}\n{items}\\end{{description}}\n"
        case Labels(word, labels):
            listed = ",\n".join(f"{number}~{latex_label(label, None)}" for number, label in enumerate(labels, start=1))
            return f"\\paragraph{{{word}}} {{\\raggedright {listed}.\\par}}\n"
        case Matrix():
            return _told(block, setting)
        case Chain(explanation):
            return as_latex(explanation, "formula").removeprefix(CODEPOINT) + "\n"


def _told(matrix: Matrix, setting: Setting) -> str:
    """A matrix with its name, its sentence and its size."""
    title = _MATHEMATICS.sub(r"$\\boldsymbol{\1}$", latex_sentence(matrix.title))
    head = rf"\paragraph{{{title}}} {latex_sentence(matrix.sentence)}".rstrip()
    if matrix.table is None:
        reason = latex_sentence(matrix.reason) if matrix.reason else "Nothing changes here."
        return f"{head} {reason}\n{_display(_equation(matrix))}\n"
    made = set_matrix(matrix.table, setting)
    rows, columns = matrix.table.values.shape
    size = rf" ${rows} \times {columns}$" + (", shortened" if made.shortened else "") + f", numbers ${matrix.number}$."
    note = f" {latex_sentence(matrix.table.note)}." if matrix.table.note else ""
    return f"{head}{size}{note}\n{_with_numbers(matrix, made)}\n"


def _bare(matrix: Matrix, setting: Setting) -> str:
    """A matrix alone, named in a comment."""
    title = re.sub(r"[^ -~]", "?", matrix.title)
    if matrix.table is None:
        return f"% {title}\n{latex_sentence(matrix.reason)}\n"
    made = set_matrix(matrix.table, setting)
    rows, columns = matrix.table.values.shape
    shortened = ", shortened" if made.shortened else ""
    return f"% {title}, {rows} x {columns}{shortened}\n{_with_numbers(matrix, made)}\n"


def _with_numbers(matrix: Matrix, made: Set) -> str:
    """symbol = equation = numbers, on two lines where one is too narrow."""
    left = _equation(matrix)
    tight = made.width + _SIGN * len(_COMMANDS.sub("", left)) > ROOM
    return _display(f"{left} \\\\*\n= {made.fitted}" if tight else f"{left} = {made.fitted}")


def _equation(matrix: Matrix) -> str:
    return f"{matrix.symbol} = {matrix.equation}" if matrix.equation else matrix.symbol


def _display(formula: str) -> str:
    return f"\\begin{{gather*}}\n{formula}\n\\end{{gather*}}"

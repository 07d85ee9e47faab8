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
_ROW, _TALL = 12.5, 520.0  # points of a row of numbers, and of all that a page has room for beside their sentence
_MOST = 13_000.0  # by which a page may grow: TeX knows lengths up to 16,383 points
_COMMANDS = re.compile(r"\\[A-Za-z]+|[{}^_,\\]")
_MATHEMATICS = re.compile(r"\$([^$]+)\$")
_PREAMBLE = r"""\documentclass{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath}
\addtolength{\textwidth}{3cm}\addtolength{\oddsidemargin}{-1.5cm}
\addtolength{\textheight}{3cm}\addtolength{\topmargin}{-1.5cm}
\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}
\allowdisplaybreaks
\AtBeginDocument{\abovedisplayskip=4pt plus 2pt\belowdisplayskip=\abovedisplayskip}
"""


def latex_document(blocks: Sequence[Block], setting: Setting) -> str:
    """A whole file for pdfLaTeX; it needs amsmath and nothing else."""
    title = next((block.text for block in blocks if isinstance(block, Heading) and block.level == 0), "")
    told = [block for block in blocks if not (isinstance(block, Heading) and block.level == 0)]
    made = [_set(block, setting) for block in told]
    body = "".join(_block(*pair) for pair in zip(told, made, strict=True))
    start = f"\\begin{{center}}\\LARGE {latex_text(visible(title))}\\end{{center}}\n" if title else ""
    return f"{_PREAMBLE}{_page(made)}{_signs(start + body)}\\begin{{document}}\n{start}{body}\\end{{document}}\n"


def latex_fragment(blocks: Iterable[Block], setting: Setting) -> str:
    """The same for a document of one's own that loads amsmath; the name of each matrix stands in a comment."""
    body = "".join(
        _bare(block, made) if isinstance(block, Matrix) else _block(block, made)
        for block, made in ((block, _set(block, setting)) for block in blocks)
    )
    return _signs(body) + body


def _signs(body: str) -> str:
    return CODEPOINT if r"\codepoint{" in body else ""


def _set(block: Block, setting: Setting) -> Set | None:
    """The numbers of a matrix; None for every other block."""
    return set_matrix(block.table, setting) if isinstance(block, Matrix) and block.table is not None else None


def _page(made: Sequence[Set | None]) -> str:
    """A larger page where a matrix that is not shortened needs one."""
    wide = max((one.width for one in made if one is not None), default=0.0) - ROOM
    tall = max((_ROW * one.lines for one in made if one is not None), default=0.0) - _TALL
    return "".join(
        "".join(
            rf"\ifdefined\{name}{side}\addtolength{{\{name}{side}}}{{{min(more, _MOST):.0f}pt}}\fi"
            for name in ("text", "paper", "pdfpage", "page")
        )
        + "\n"
        for side, more in (("width", wide), ("height", tall))
        if more > 0
    )


def _block(block: Block, made: Set | None) -> str:
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
            return _told(block, made)
        case Chain(explanation):
            return as_latex(explanation, "formula").removeprefix(CODEPOINT) + "\n"


def _told(matrix: Matrix, made: Set | None) -> str:
    """A matrix with its name, its sentence and its size."""
    title = _MATHEMATICS.sub(r"$\\boldsymbol{\1}$", latex_sentence(matrix.title))
    head = rf"\paragraph{{{title}}} {latex_sentence(matrix.sentence)}".rstrip()
    if matrix.table is None or made is None:
        reason = latex_sentence(matrix.reason) if matrix.reason else "Nothing changes here."
        return f"{head} {reason}\n{_display(_equation(matrix))}\n"
    rows, columns = matrix.table.shape
    size = rf" ${rows} \times {columns}$" + (", shortened" if made.shortened else "") + f", numbers ${matrix.number}$."
    note = f" {latex_sentence(matrix.table.note)}." if matrix.table.note else ""
    return f"{head}{size}{note}\n{_with_numbers(matrix, made)}\n"


def _bare(matrix: Matrix, made: Set | None) -> str:
    """A matrix alone, named in a comment."""
    title = re.sub(r"[^ -~]", "?", matrix.title)
    if matrix.table is None or made is None:
        return f"% {title}\n{latex_sentence(matrix.reason)}\n"
    rows, columns = matrix.table.shape
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

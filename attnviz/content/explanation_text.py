"""An explanation as plain text, Markdown or LaTeX, to be printed, pasted or typeset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attnviz.content.documents.latex_text import CODEPOINT, latex_sentence
from attnviz.content.documents.latex_width import width_of
from attnviz.content.explanation_parts import PLUS, Depth, ExplainedStep, Explanation, text_of
from attnviz.content.formula_pieces import pieces_of
from attnviz.content.plain_formula import plain_formula

_INDENT = "   "
_ROOM = 318.0  # points of a line in an enumeration on a plain page
# How wide small letters are against the usual ones.
_SIZES = ("", 1.0), (r"\small", 0.92), (r"\footnotesize", 0.84), (r"\scriptsize", 0.76)
_PARTING = re.compile(r"( \+ | = |,\\quad )")  # the signs before which a row of a page may end
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$&])")
_DOCUMENT = r"""\documentclass{{article}}
\usepackage[utf8]{{inputenc}}
\usepackage{{amsmath}}
{signs}\begin{{document}}
{body}\end{{document}}
"""


def as_text(explanation: Explanation, depth: Depth = "numbers") -> str:
    """Numbered steps, each with its lines under its title; formulas in plain signs, their numbers below. One text."""
    lines = [explanation.title]
    for number, step in enumerate(explanation.steps, start=1):
        lines += ["", f"{number}  {step.title}"]
        lines += [_INDENT + line for line in _plain(step, depth)]
    if explanation.gap is not None:
        lines += ["", text_of(explanation.gap.words)]
    return "\n".join(lines) + "\n"


def as_markdown(explanation: Explanation, depth: Depth = "numbers") -> str:
    """A heading and a numbered list, formulas between double dollars. Ends with a newline."""
    lines = [f"### {_markdown(explanation.title)}", ""]
    for number, step in enumerate(explanation.steps, start=1):
        body = [_markdown(step.said) + "  "] if depth in ("words", "all") else []
        body += [_markdown(line) + "  " for line in step.text.split("\n")] if depth in ("numbers", "all") else []
        body += [f"$${formula}$$" for formula in _formulas(step)] if depth in ("formula", "all") else []
        mark = f"{number}. "
        lines.append(f"{mark}**{_markdown(step.title)}**  ")
        lines += [" " * len(mark) + line for line in body]
    if explanation.gap is not None:
        lines += ["", _markdown(text_of(explanation.gap.words))]
    return "\n".join(line.rstrip() if not line.endswith("  ") else line for line in lines) + "\n"


def as_latex(explanation: Explanation, depth: Depth = "formula", *, document: bool = False) -> str:
    """A paragraph and an enumeration for a text that uses amsmath. document: a whole file that compiles by itself."""
    lines = [rf"\paragraph{{{latex_sentence(explanation.title)}}}", r"\begin{enumerate}"]
    for step in explanation.steps:
        lines.append(rf"  \item \textbf{{{latex_sentence(step.title)}}}")
        if depth in ("words", "all") or not step.formula:
            lines.append(f"    {latex_sentence(step.said)}")
        shown = [step.formula] if depth in ("formula", "all") else []
        shown += [step.substituted] if depth != "words" else []
        rows = [row for formula in _joined(dict.fromkeys(shown)) for row in _broken(formula)]
        if rows:
            lines += [r"    \begin{gather*}", " \\\\\n".join(f"      {row}" for row in rows), r"    \end{gather*}"]
    lines.append(r"\end{enumerate}")
    if explanation.gap is not None:
        lines.append(latex_sentence(text_of(explanation.gap.words)))
    body = "\n".join(lines) + "\n"
    signs = CODEPOINT if r"\codepoint" in body else ""
    return _DOCUMENT.format(body=body, signs=signs) if document else signs + body


def _plain(step: ExplainedStep, depth: Depth) -> Iterator[str]:
    if depth in ("words", "all"):
        yield step.said
    if depth in ("formula", "all") and step.formula:
        yield plain_formula(step.formula)
    if depth != "words" and not (depth == "all" and step.text == step.said):
        yield from step.text.split("\n")


def _formulas(step: ExplainedStep) -> list[str]:
    """With symbols and with numbers; the reason where there is no result."""
    return [formula for formula in dict.fromkeys((step.formula, step.substituted)) if formula]


def _markdown(text: str) -> str:
    escaped = _MARKDOWN.sub(r"\\\1", text)
    return rf"\{escaped}" if escaped.startswith(PLUS) else escaped  # else it would be an item of a list


def _joined(formulas: Iterable[str]) -> list[str]:
    """The symbols and the numbers as one chain of equals, where it fits a line and is one."""
    found = [formula for formula in formulas if formula]
    chain = " = ".join(found)
    one = r"\quad" not in chain and r"\to " not in chain and width_of(chain) <= _ROOM
    return [chain] if one else found


def _broken(formula: str) -> Iterator[str]:
    """A long sum in rows that fit a page, each after the first beginning with its sign; brackets stay whole."""
    row = ""
    for sign, term in pieces_of(formula, _PARTING):
        if row and width_of(f"{row}{sign}{term}") > _ROOM:
            listed = sign not in (" + ", " = ")
            yield _fitted(f"{row}," if listed else row)
            row = term if listed else rf"\quad{sign}{term}"
        else:
            row += sign + term
    yield _fitted(row)


def _fitted(row: str) -> str:
    """The row, in small letters where its brackets leave no place to break it."""
    wide = width_of(row)
    size = next((size for size, share in _SIZES if share * wide <= _ROOM), r"\tiny")
    return rf"\text{{{size}$\displaystyle {row}$}}" if size else row

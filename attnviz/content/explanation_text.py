"""An explanation as plain text, Markdown or LaTeX, to be printed, pasted or typeset."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attnviz.content.explanation_parts import Depth, ExplainedStep, Explanation, text_of
from attnviz.content.plain_formula import plain_formula

_INDENT = "   "
_LINE = 90  # characters of LaTeX after which a sum goes on in a new line
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$&])")
_ISOLATES = str.maketrans("", "", "\u2068\u2069")
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "∞": r"$\infty$", "…": r"\ldots{}",
    "≈": r"$\approx$", "±": r"$\pm$", "·": r"$\cdot$", "÷": r"$\div$", "→": r"$\to$", "␣": r"\textvisiblespace{}",
}  # fmt: skip
_SYMBOLS = re.compile(r"√(d_k|\d+)|(?<!\w)([WbdT])_([A-Za-z])(?!\w)")
_DOCUMENT = r"""\documentclass{{article}}
\usepackage[utf8]{{inputenc}}
\usepackage{{amsmath}}
\begin{{document}}
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
    lines = [rf"\paragraph{{{_latex(explanation.title)}}}", r"\begin{enumerate}"]
    for step in explanation.steps:
        lines.append(rf"  \item \textbf{{{_latex(step.title)}}}")
        if depth in ("words", "all") or not step.formula:
            lines.append(f"    {_latex(step.said)}")
        shown = [step.formula] if depth in ("formula", "all") else []
        shown += [step.substituted] if depth != "words" else []
        rows = [row for formula in dict.fromkeys(shown) if formula for row in _broken(formula)]
        if rows:
            lines += [r"    \begin{gather*}", " \\\\\n".join(f"      {row}" for row in rows), r"    \end{gather*}"]
    lines.append(r"\end{enumerate}")
    if explanation.gap is not None:
        lines.append(_latex(text_of(explanation.gap.words)))
    body = "\n".join(lines) + "\n"
    return _DOCUMENT.format(body=body) if document else body


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
    return _MARKDOWN.sub(r"\\\1", text)


def _latex(text: str) -> str:
    """Words as LaTeX: its own signs spelt out, symbols such as W_Q and √d_k in mathematics."""
    text = text.translate(_ISOLATES)
    pieces, end = [], 0
    for found in _SYMBOLS.finditer(text):
        pieces.append(_spelt(text[end : found.start()]))
        pieces.append(rf"$\sqrt{{{found[1]}}}$" if found[1] else f"${found[2]}_{found[3]}$")
        end = found.end()
    return "".join((*pieces, _spelt(text[end:])))


def _spelt(text: str) -> str:
    return "".join(_LATEX.get(sign, sign) for sign in text)


def _broken(formula: str) -> Iterator[str]:
    """A long sum in rows, each after the first beginning with its plus; brackets stay whole."""
    row, depth = "", 0
    for piece in re.split(r"( \+ |,\\quad )", formula):
        if len(row) > _LINE and depth == 0 and piece in (" + ", r",\quad "):
            yield row + ("," if piece != " + " else "")
            row = r"\quad + " if piece == " + " else ""
            continue
        row += piece
        depth += piece.count("{") - piece.count("}") + piece.count(r"\left") - piece.count(r"\right")
    yield row

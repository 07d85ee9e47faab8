r"""Any text as LaTeX that pdfLaTeX sets with its standard fonts.

Letters with accents are composed (Ġ is \.{G}), mathematical signs are set in mathematics, and whatever else the
fonts lack is written by its code points, with the signs themselves kept beside them: \codepoint{4F60 597D}{你好}.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from attnviz.content.labels import visible

CODEPOINT = r"""% What the standard fonts of pdfLaTeX lack is printed by its code points. With LuaLaTeX or XeLaTeX and
% a font that has these signs, \renewcommand{\codepoint}[2]{#2} after this line prints the signs themselves.
\providecommand{\codepoint}[2]{{\footnotesize\texttt{U+#1}}}
"""
SHORT = 12  # signs of a label beside a matrix
_SHORT_RUN = 2  # code points of a label that is shortened
_ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
_SIGNS = {
    "\\": r"$\backslash$", "{": r"$\{$", "}": r"$\}$", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "~": r"$\sim$", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$", "|": "$|$", '"': "{''}", "`": r"\`{}",
    "⍽": r"\textvisiblespace{}", "−": "$-$", "∞": r"$\infty$", "…": r"\ldots{}", "≈": r"$\approx$", "±": r"$\pm$",
    "·": r"$\cdot$", "÷": r"$\div$", "×": r"$\times$", "→": r"$\to$", "←": r"$\gets$", "↑": r"$\uparrow$",
    "↓": r"$\downarrow$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$", "∈": r"$\in$", "∑": r"$\sum$",
    "∂": r"$\partial$",
    "√": r"$\surd$", "∗": r"$\ast$", "°": r"$^\circ$", "¬": r"$\neg$", "µ": r"$\mu$", "⏎": r"$\hookleftarrow$",
    "⇥": r"$\mapsto$",
    "␣": r"\textvisiblespace{}", "▁": r"\rule[-0.2ex]{0.5em}{0.4pt}", "–": "–", "—": "—", "“": "“", "”": "”",
    "‘": "‘", "’": "’", "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}", "Œ": r"\OE{}", "ø": r"\o{}",
    "Ø": r"\O{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "¡": "!`", "¿": "?`", "§": r"\S{}", "¶": r"\P{}",
    "©": r"\copyright{}", "£": r"\pounds{}", "†": r"\dag{}", "‡": r"\ddag{}", "\u00a0": "~", "\u202f": r"\,",
    "ᵀ": r"$^{\top}$", "ₖ": r"$_k$", "‑": "-",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0323": "d", "\u0327": "c", "\u0331": "b",
}  # fmt: skip
_BELOW = ("\u0323", "\u0327", "\u0331")  # i and j keep their dots over them
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma",
    "ς": "varsigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma",
    "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", (*"0123456789", "-"), strict=True))
_POINTS = re.compile(r"\\codepoint\{([^}]*)\}\{[^}]*\}")
_COMMANDS = re.compile(r"\\rule\[[^]]*\]\{[^}]*\}\{[^}]*\}|\\[A-Za-z]+ ?|\\[^A-Za-z]")
# √d_k, √2, W_Q, d_model, T = 3: what stands for mathematics in our own sentences.
_SYMBOLS = re.compile(r"√(d_k|\d+)|(?<!\w)([WbdT])_([A-Za-z]|model|source|out)(?!\w)")


def latex_text(text: str) -> str:
    """The text with nothing in it that LaTeX takes for its own."""
    return _unjoined("".join(_spelt(text.translate(_ISOLATES))))


def latex_label(label: str, most: int | None = SHORT) -> str:
    """A token's label in typewriter letters, with nothing invisible in it. most: signs after which it is shortened."""
    text = visible(label)
    if most is not None and len(text) > most:
        text = text[: most - 1] + "…"
    pieces = [_cut(piece) if most is not None else piece for piece in _spelt(text)]
    return rf"\texttt{{{_unjoined(''.join(pieces))}}}"


def signs_of(latex: str) -> int:
    """How many letters of typewriter a label takes that `latex_label` made, roughly and rather too many."""
    points = sum(len(found[1]) + 2 for found in _POINTS.finditer(latex))
    rest = _COMMANDS.sub("x", _POINTS.sub("", latex).removeprefix(r"\texttt{").replace(r"\ldots{}", "xx"))
    return len(re.sub(r"[{}$]", "", rest)) + points


def latex_sentence(text: str) -> str:
    """Words of ours: as `latex_text`, with symbols such as W_Q and √d_k in mathematics."""
    text = text.translate(_ISOLATES)
    pieces, end = [], 0
    for found in _SYMBOLS.finditer(text):
        pieces.append(latex_text(text[end : found.start()]))
        pieces.append(rf"$\sqrt{{{found[1]}}}$" if found[1] else f"${found[2]}_{_index(found[3])}$")
        end = found.end()
    return "".join((*pieces, latex_text(text[end:])))


def _unjoined(latex: str) -> str:
    """With signs kept apart that TeX would join to a dash or a quotation mark."""
    return re.sub(r"(?<=[-'`,])(?=[-'`,])|(?<=[?!])(?=`)", "{}", latex)


def _index(name: str) -> str:
    return name if len(name) == 1 else rf"{{\text{{{name}}}}}"


def _spelt(text: str) -> Iterator[str]:
    """Each sign, and each run of signs that no font has, as LaTeX."""
    run = ""
    for cluster in _clusters(text):
        spelt, rest = None, cluster
        if not (run and cluster[0] in "\u200c\u200d"):
            spelt, rest = _sign(cluster), ""
            if spelt is None:  # a letter may be there without its accents
                spelt = _sign(cluster[0])
                rest = cluster if spelt is None else cluster[1:]
        if spelt is not None:
            if run:
                yield _by_codepoint(run)
            yield spelt
            run = ""
        run += rest
    if run:
        yield _by_codepoint(run)


def _clusters(text: str) -> Iterator[str]:
    """Each letter with the accents that stand over or under it."""
    decomposed = unicodedata.normalize("NFC", text)
    cluster = ""
    for sign in decomposed:
        if cluster and unicodedata.combining(sign):
            cluster += sign
            continue
        if cluster:
            yield cluster
        cluster = sign
    if cluster:
        yield cluster


def _sign(cluster: str) -> str | None:
    """One sign as LaTeX, None where the fonts lack it."""
    if cluster in _SIGNS:
        return _SIGNS[cluster]
    if cluster in _GREEK:
        return rf"$\{_GREEK[cluster]}$"
    if cluster in _RAISED:
        return f"$^{{{_RAISED[cluster]}}}$"
    if len(cluster) == 1 and " " <= cluster <= "~":
        return cluster
    decomposed = unicodedata.normalize("NFD", cluster)
    base, accent = decomposed[0], decomposed[1:]
    if accent in _ACCENTS and base.isascii() and base.isalpha():
        letter = rf"\{base}" if base in "ij" and accent not in _BELOW else base
        return rf"\{_ACCENTS[accent]}{{{letter}}}"
    return None


def _by_codepoint(run: str) -> str:
    kept = run.replace("\ufffd", "?")  # which LuaLaTeX takes for bytes that are no UTF-8
    return rf"\codepoint{{{' '.join(f'{ord(sign):04X}' for sign in run)}}}{{{kept}}}"


def _cut(piece: str) -> str:
    r"""A run of code points that is not longer than a label beside a matrix may be."""
    if not piece.startswith(r"\codepoint{"):
        return piece
    points, signs = piece.removeprefix(r"\codepoint{")[:-1].split("}{")
    numbers = points.split(" ")
    if len(numbers) <= _SHORT_RUN:
        return piece
    return rf"\codepoint{{{' '.join(numbers[:_SHORT_RUN])}}}{{{signs[:_SHORT_RUN]}}}\ldots{{}}"

"""A formula of an explanation as one line of plain text, for a clipboard or terminal that cannot set it."""

from __future__ import annotations

import re

_SIGNS = {
    "cdot": "·", "cdots": "…", "ldots": "…", "infty": "∞", "to": "→", "tau": "τ", "tanh": "tanh", "mid": "|",
    "theta": "θ", "omega": "ω", "cos": "cos ", "sin": "sin ",
    "left": "", "right": "", "quad": " ", ",": " ", "times": "×",
}  # fmt: skip
_ACCENTS = {"tilde": "\u0303", "hat": "\u0302", "bar": "\u0304", "check": "\u030c"}
_LETTERS = {"{": "", "}": "", "-": "−"}
_RAISED = str.maketrans("0123456789()h", "⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾ʰ")
_COMMAND = re.compile(r"\\([A-Za-z]+|,)")
_NAMED = re.compile(r"\(([A-Za-z]_[A-Za-z])\)\[")  # (W_Q)[1,2], whose brackets plain text does not need
_SPACES = re.compile(r"\s+")


def plain_formula(latex: str) -> str:
    """The formula with indices in square brackets: "w[2,3] = e^s̃[2,3] ÷ (Σ(j=1…S) e^s̃[2,j])"."""
    text = _SPACES.sub(" ", _plain(latex)).replace("( ", "(").replace(" )", ")")
    return _NAMED.sub(r"\1[", text).strip()


def _plain(latex: str) -> str:
    pieces: list[str] = []
    place = 0
    while place < len(latex):
        piece, place = _next(latex, place)
        pieces.append(piece)
    return "".join(pieces)


def _next(latex: str, place: int) -> tuple[str, int]:
    """The text of what begins there, and where the next piece begins."""
    command = _COMMAND.match(latex, place)
    if command is not None:
        return _command(latex, command[1], command.end())
    if latex[place] in "_^" and latex[place + 1 : place + 2] == "{":
        inner, end = _group(latex, place + 1)
        return (_index(inner) if latex[place] == "_" else _power(inner)), end
    return _LETTERS.get(latex[place], latex[place]), place + 1


def _command(latex: str, name: str, place: int) -> tuple[str, int]:
    if name == "frac":
        above, place = _group(latex, place)
        below, place = _group(latex, place)
        return f"{_wrapped(_plain(above))} ÷ {_wrapped(_plain(below))}", place
    if name == "sum":
        first, place = _group(latex, place + 1)
        last, place = _group(latex, place + 1)
        return f"Σ({_plain(first)}…{_plain(last).strip()})", place
    if name == "max" and latex[place : place + 1] == "_":
        over, place = _group(latex, place + 1)
        return f"max_{_plain(over)}", place
    if name in _SIGNS or name == "max":
        return _SIGNS.get(name, name), place
    inner, place = _group(latex, place)
    inner = _plain(inner)
    if name == "sqrt":
        return f"√{_wrapped(inner)}", place
    return inner + _ACCENTS.get(name, ""), place


def _index(inner: str) -> str:
    return f"_{_plain(inner)}" if inner.startswith("\\text") else f"[{_plain(inner)}]"


def _power(inner: str) -> str:
    """A head in small raised figures, any other power after a caret."""
    return inner.translate(_RAISED) if inner.startswith("(") else f"^{_wrapped(_plain(inner))}"


def _wrapped(text: str) -> str:
    """In brackets if it is more than one thing."""
    return f"({text.strip()})" if " " in text.strip() or text.startswith(("-", "−")) else text


def _group(latex: str, place: int) -> tuple[str, int]:
    """What stands between the brace at that place and its partner, and where that ends."""
    depth = 0
    for end in range(place, len(latex)):
        depth += {"{": 1, "}": -1}.get(latex[end], 0)
        if depth == 0:
            return latex[place + 1 : end], end + 1
    raise AssertionError(f"no group at {place} in {latex}")

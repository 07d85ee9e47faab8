"""Whether a formula can be set, and knows every command in it, for those who check texts before anybody sees them."""

from __future__ import annotations

import re
from warnings import catch_warnings, simplefilter

from PySide6.QtGui import QColor

from attnviz.engine.errors import FieldError, Where
from attnviz.figures.formula_picture import formula_picture

_COMMAND = re.compile(r"\\[A-Za-z]+")
_PIXELS = 16.0


def check_formula(latex: str, inline: bool) -> None:
    """Raises FieldError with the reason if the LaTeX cannot be read, or holds a command that nobody knows."""
    formula_picture(latex, _PIXELS, QColor("black"), inline=inline)
    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # as where the picture is made
        from ziamath.tex import tex2mml

        unknown = _COMMAND.search(tex2mml(latex.strip(), inline=inline))
    if unknown is not None:
        raise FieldError(
            f"The formula {latex.strip()!r} has the unknown command {unknown.group()}. Mend its LaTeX.",
            Where("formula"),
        )

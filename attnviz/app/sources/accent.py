"""How the one button looks that leads on from here."""

from __future__ import annotations

from attnviz.figures.theme import Theme


def accent_sheet(look: Theme) -> str:
    """The style of a push button on the accent's colour."""
    palette = look.palette
    return (
        f"QPushButton {{ background: {palette.accent.name()}; color: {palette.accent_text.name()};"
        f" border: 1px solid {palette.accent.name()}; border-radius: 4px; padding: 3px 10px; }}"
        f"QPushButton:focus {{ border: 2px solid {palette.text.name()}; padding: 2px 9px; }}"
    )

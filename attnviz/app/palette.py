"""Our own light and dark looks on Qt's Fusion style, so that the window is the same on every system."""

from __future__ import annotations

from typing import cast

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.app.style_sheet import mixed, style_sheet
from attnviz.figures.theme import Palette, Theme, font

# The controls grow less than the figures: the class reads the numbers, the teacher reads the buttons.
CONTROL_PX = {"normal": 13, "large": 16, "projector": 18}


def dress(app: QApplication, theme: Theme) -> None:
    """Gives the application the theme's colours and font size; nothing happens if it has them already."""
    worn, before = (theme.name, theme.text_size), app.property("worn")
    if before == worn:
        return
    app.setProperty("worn", worn)
    # Once only, since each widget is polished anew. Later the style cannot be asked: a sheet may hide its name.
    if before is None and app.style().objectName() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(qt_palette(theme.palette))
    app.setFont(font(CONTROL_PX[theme.text_size]))


def dress_window(window: QWidget, theme: Theme) -> None:
    """Gives a window, and all that is in it and over it, the rules of the theme; the application gets its colours.

    The rules are the window's and not the application's: of new ones for the application, Qt (6.11) polishes each
    widget once more for every widget that it lies in, which takes four times as long.
    """
    dress(cast(QApplication, QApplication.instance()), theme)
    worn = (theme.name, theme.text_size)
    if window.property("worn") != worn:
        window.setProperty("worn", worn)
        window.setStyleSheet(style_sheet(CONTROL_PX[theme.text_size], theme.palette))


def qt_palette(colours: Palette) -> QPalette:
    """The colours by the roles that Fusion draws with."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    palette = QPalette()
    button = mixed(colours.panel, colours.background, 0.35)
    for which, colour in {
        role.Window: colours.background, role.WindowText: colours.text,
        role.Base: colours.panel, role.AlternateBase: colours.hover, role.Text: colours.text,
        role.Button: button, role.ButtonText: colours.text, role.BrightText: colours.accent_text,
        role.Highlight: colours.accent, role.HighlightedText: colours.accent_text, role.Accent: colours.accent,
        role.ToolTipBase: colours.panel, role.ToolTipText: colours.text, role.PlaceholderText: colours.soft,
        role.Link: colours.accent, role.LinkVisited: colours.accent,
        role.Light: mixed(colours.panel, colours.text, 0.02), role.Midlight: colours.hover,
        role.Mid: colours.border, role.Dark: mixed(colours.border, colours.text, 0.25),
        role.Shadow: mixed(colours.border, colours.text, 0.5),
    }.items():  # fmt: skip
        palette.setColor(which, colour)
    faint = mixed(colours.soft, colours.background, 0.35)
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(group.Disabled, which, faint)
    palette.setColor(group.Disabled, role.Base, colours.background)
    palette.setColor(group.Disabled, role.Highlight, colours.border)
    return palette

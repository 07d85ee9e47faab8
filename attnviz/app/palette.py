"""Our own light and dark looks on Qt's Fusion style, so that the window is the same on every system."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.app.bit_by_bit import in_turns
from attnviz.app.controls.marking import exchange_rules, restyle_each
from attnviz.app.filling import fill_alone
from attnviz.app.style_sheet import mixed, style_sheet
from attnviz.figures.theme import Palette, Theme, font

# The controls grow less than the figures: the class reads the numbers, the teacher reads the buttons.
CONTROL_PX = {"normal": 13, "large": 16, "projector": 18}

# A window needs rules, though empty ones: without, Qt (6.11) keeps no letters of a widget that it polishes anew.
_OF_THE_APPLICATION = "/* The rules are the application's. */"


def dress(app: QApplication, theme: Theme) -> None:
    """Gives the application the theme's colours, font size and rules; nothing happens if it has them already.

    What is there already reads the rules once its window is dressed.
    """
    worn, before = (theme.name, theme.text_size), app.property("worn")
    if before == worn:
        return
    app.setProperty("worn", worn)
    fill_alone()
    # Once only, since each widget is polished anew. Later the style cannot be asked: a sheet may hide its name.
    if before is None and app.style().objectName() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(qt_palette(theme.palette))
    app.setFont(font(CONTROL_PX[theme.text_size]))
    exchange_rules(app, style_sheet(CONTROL_PX[theme.text_size], theme.palette))


def dress_window(window: QWidget, theme: Theme) -> None:
    """Gives a window, and all that is in it and over it, the theme; the application gets it too."""
    for _ in dressing(window, theme):
        pass


def dressing(window: QWidget, theme: Theme) -> Iterator[None]:
    """Dresses a window part by part; it is done once this comes to its end.

    It hands over whenever something else may come in between, for there may be many widgets.
    """
    dress(cast(QApplication, QApplication.instance()), theme)
    worn, before = (theme.name, theme.text_size), window.property("worn")
    if before == worn:
        return
    window.setProperty("worn", worn)
    if before is None:
        window.setStyleSheet(_OF_THE_APPLICATION)
        return
    yield from in_turns(restyle_each(window))


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

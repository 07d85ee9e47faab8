"""Our own light and dark looks on Qt's Fusion style, so that the window is the same on every system."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from attnviz.figures.theme import Palette, Theme, font

# The controls grow less than the figures: the class reads the numbers, the teacher reads the buttons.
CONTROL_PX = {"normal": 13, "large": 16, "projector": 18}


def dress(app: QApplication, theme: Theme) -> None:
    """Gives the application the theme's colours and font size; nothing happens if it has them already."""
    worn = (theme.name, theme.text_size)
    if app.property("worn") == worn:
        return
    app.setProperty("worn", worn)
    if app.style().objectName() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(qt_palette(theme.palette))
    app.setFont(font(CONTROL_PX[theme.text_size]))
    app.setStyleSheet(style_sheet(theme.text_size, theme.palette))


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


def style_sheet(text_size: str, colours: Palette) -> str:
    """The few rules that the palette cannot say: panels, chips in the toolbar, the message bar, bad input."""
    px = CONTROL_PX[text_size]
    background, border, accent, panel, hover, text, soft, error = (
        getattr(colours, name).name()
        for name in ("background", "border", "accent", "panel", "hover", "text", "soft", "error")
    )
    faint = mixed(colours.soft, colours.background, 0.35).name()
    trouble, done = (mixed(colours.panel, tint, 0.12).name() for tint in (colours.error, colours.accent))
    return f"""
#toolbar {{ background: {panel}; border-bottom: 1px solid {border}; }}
#toolbar QToolButton, #hint QToolButton, #message QToolButton, QToolButton[chip="true"] {{
  background: {panel}; color: {text}; border: 1px solid {border}; border-radius: 4px;
  padding: {px // 4}px {px // 2}px; }}
#toolbar QToolButton:hover, #hint QToolButton:hover, #message QToolButton:hover, QToolButton[chip="true"]:hover {{
  background: {hover}; }}
#toolbar QToolButton:focus, #hint QToolButton:focus, #message QToolButton:focus, QToolButton[chip="true"]:focus {{
  border: 1px solid {accent}; }}
#toolbar QToolButton:checked {{ background: {hover}; border: 1px solid {accent}; }}
#toolbar QToolButton:pressed {{ background: {border}; }}
#toolbar QToolButton:disabled {{ color: {faint}; }}
#toolbar QToolButton[popupMode="1"] {{ padding-right: {px + 6}px; }}
#toolbar QToolButton::menu-button {{ border: none; width: {px}px; }}
#toolbar QLabel {{ color: {soft}; }}
#column {{ background: {panel}; border: 1px solid {border}; border-radius: 4px; }}
#hint QToolButton[flat="true"], #message QToolButton[flat="true"] {{ border: 1px solid transparent; background: transparent;
  padding: 1px {px // 3}px; }}
#hint {{ background: {hover}; border-top: 1px solid {border}; }}
#hint QLabel {{ color: {soft}; }}
#message {{ background: {background}; border-top: 1px solid {border}; }}
#message QLabel {{ color: {soft}; }}
#message[kind="problem"] {{ background: {trouble}; border-top: 1px solid {error}; }}
#message[kind="done"] {{ background: {done}; border-top: 1px solid {accent}; }}
#message[kind="problem"] QLabel, #message[kind="done"] QLabel {{ color: {text}; }}
QLineEdit[bad="true"] {{ border: 2px solid {error}; border-radius: 2px; background: {panel}; color: {text}; }}
QLabel[bad="true"] {{ color: {error}; }}
QLabel[soft="true"] {{ color: {soft}; }}
QSplitter::handle {{ background: transparent; }}
QSplitter::handle:hover {{ background: {border}; }}
QToolTip {{ color: {text}; background: {panel}; border: 1px solid {border}; padding: 3px; }}
"""


def mixed(colour: QColor, other: QColor, part: float) -> QColor:
    """The colour with so large a part of another one."""
    return QColor(
        *(round(a + (b - a) * part) for a, b in zip(colour.getRgb()[:3], other.getRgb()[:3], strict=True))  # type: ignore[index]
    )

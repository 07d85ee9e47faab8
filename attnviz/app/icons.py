"""Our own icons, drawn from SVG files in the colour of the theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPixmap

from attnviz.content.presets import resource_path
from attnviz.figures.theme import Palette

PIXELS = 64  # drawn once at this size; Qt scales down, and a screen with many dots to the point still gets enough


def icon(name: str, colour: QColor) -> QIcon:
    """The icon of that name with its black lines in `colour`."""
    return QIcon(_picture(name, colour.name()))


def tick(palette: Palette) -> QIcon:
    """A box that is ticked while its button is checked."""
    made = QIcon()
    for on, name, colour in (
        (QIcon.State.On, "ticked", palette.accent),
        (QIcon.State.Off, "unticked", palette.soft),
    ):
        made.addPixmap(_picture(name, colour.name(), palette.accent_text.name()), QIcon.Mode.Normal, on)
    return made


def arrow_down(palette: Palette) -> QIcon:
    """What says that a button opens something below it, as on lists."""
    return QIcon(resource_path("icons", f"down-{palette.name}.svg").as_posix())


def app_icon() -> QIcon:
    """The program's own sign, in its own colours."""
    return QIcon(_picture("attnviz", "#000000"))


@lru_cache(maxsize=64)
def _picture(name: str, lines: str, filling: str = "#ffffff") -> QPixmap:
    text = resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")
    width, height = text.split('width="')[1].split('"')[0], text.split('height="')[1].split('"')[0]
    text = text.replace("#ffffff", filling).replace("#000000", lines) if name != "attnviz" else text
    text = text.replace(f'width="{width}" height="{height}"', f'width="{PIXELS}" height="{PIXELS}"', 1)
    picture = QImage.fromData(text.encode())
    assert picture.size() == QSize(PIXELS, PIXELS)
    return QPixmap.fromImage(picture)

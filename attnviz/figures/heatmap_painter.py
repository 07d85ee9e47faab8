"""Paints a heatmap: one function for screen, PNG, SVG and PDF."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from attnviz.figures.colour_maps import BLACK, WHITE, ColourMap, colour_map
from attnviz.figures.grid import Grid, layout, legend_texts
from attnviz.figures.heatmap import Face, Frame, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font

VECTOR_CELLS = 64 * 64  # up to here each cell is a rectangle of its own; a larger map is one image
HATCH = 6.0  # pixels between the lines over hidden cells


def paint(painter: QPainter, rect: QRectF, model: Heatmap, theme: Theme) -> None:
    """Draws the model in `rect`; whatever does not fit is left out whole, never cut."""
    painter.save()
    grid = layout(model, rect, theme)
    if model.show_title:
        paint_title(painter, grid.title, grid.theme, model.title, model.role, model.formula, model.shape_text)
    if model.face is None:
        _paint_dimmed(painter, grid, model)
    else:
        colours = colour_map(model.colour_map, theme.name, signed=model.signed)
        _paint_cells(painter, grid, model.face, colours)
        if grid.number_px:
            _paint_numbers(painter, grid, model.face, colours)
        _paint_bands(painter, grid, model)
        _paint_frames(painter, grid, model)
        if not grid.legend.isEmpty():
            _paint_legend(painter, grid, model, colours)
    _paint_labels(painter, grid, model)
    painter.restore()


def paint_title(
    painter: QPainter, rect: QRectF, theme: Theme, title: str, role: str, formula: str = "", shape: str = ""
) -> None:
    """Title in its role's colour, then formula and shape in soft letters as far as there is room."""
    bold, small = ruler(theme.title_font), ruler(theme.small_font)
    baseline = rect.top() + bold.ascent
    shown = bold.shortened(title, rect.width())
    painter.setFont(theme.title_font)
    painter.setPen(theme.role(role))
    painter.drawText(QPointF(rect.left(), baseline), shown)
    left = rect.left() + bold.width(shown) + 8
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    room = rect.right() - left
    for text in (f"{formula}  {shape}" if formula and shape else formula or shape, formula):
        if text and small.width(text) <= room:
            painter.drawText(QPointF(left, baseline), text)
            return
    if formula and room > 5 * theme.small_px:
        painter.drawText(QPointF(left, baseline), small.shortened(formula, room))


def _paint_cells(painter: QPainter, grid: Grid, face: Face, colours: ColourMap) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    palette = grid.theme.palette
    rows, columns = face.values.shape
    if rows * columns > VECTOR_CELLS:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(grid.map, picture(face, colours, palette.panel, palette.hatch, grid.map))
    else:
        if grid.gap:
            painter.fillRect(grid.map.adjusted(-1, -1, 1, 1), palette.grid)
        table, hidden = colours.colours, face.hidden_rows
        xs = [(grid.xs[j], grid.xs[j + 1] - grid.xs[j] - grid.gap) for j in range(columns)]
        for i, entries in enumerate(face.entry_rows):
            y, height = grid.ys[i], grid.ys[i + 1] - grid.ys[i] - grid.gap
            veiled = hidden[i] if hidden else None
            for j, (x, width) in enumerate(xs):
                colour = palette.panel if veiled and veiled[j] else table[entries[j]]
                painter.fillRect(QRectF(x, y, width, height), colour)
        if face.hidden_rows:
            _paint_hatch(painter, grid, face.hidden_rows)
    if not grid.gap:
        painter.setPen(grid.theme.pen(palette.border))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(grid.map.adjusted(-0.5, -0.5, 0.5, 0.5))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def picture(face: Face, colours: ColourMap, panel: QColor, hatch: QColor, area: QRectF) -> QImage:
    """The map as an image at least twice as large as its area, each cell a block of colour, hidden ones striped."""
    rows, columns = face.values.shape
    argb = colours.argb[face.entries]
    if face.hidden is not None:
        stripes = (np.add.outer(np.arange(rows), np.arange(columns)) % 2).astype(bool)
        veil = np.where(stripes, hatch.rgb(), panel.rgb()).astype(np.uint32)
        argb = np.where(face.hidden, veil, argb)
    across, down = (
        max(1, -(-round(2 * size) // count)) for size, count in ((area.width(), columns), (area.height(), rows))
    )
    while rows * columns * across * down > 16_000_000 and max(across, down) > 1:
        across, down = max(1, across // 2), max(1, down // 2)
    blown = np.ascontiguousarray(np.repeat(np.repeat(argb, down, axis=0), across, axis=1))
    image = QImage(blown.data, blown.shape[1], blown.shape[0], blown.strides[0], QImage.Format.Format_RGB32)
    return image.copy()  # the array goes away with this function


def _paint_hatch(painter: QPainter, grid: Grid, hidden: list[list[bool]]) -> None:
    """Lines at 45° over hidden cells, run by run, so that they continue from cell to cell."""
    lines: list[QLineF] = []
    for i, veiled in enumerate(hidden):
        j, columns = 0, len(veiled)
        while j < columns:
            if not veiled[j]:
                j += 1
                continue
            start = j
            while j < columns and veiled[j]:
                j += 1
            lines += hatch_lines(grid.region_rect((i, i + 1), (start, j)))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(grid.theme.pen(grid.theme.palette.hatch, 1.0))
    painter.drawLines(lines)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def hatch_lines(rect: QRectF, step: float = HATCH) -> list[QLineF]:
    """Lines rising to the right inside a rectangle, on one lattice for the whole picture."""
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    lines = []
    total = (int((left + top) // step) + 1) * step  # x + y along a line
    while total < right + bottom:
        lines.append(
            QLineF(
                max(left, total - bottom), min(bottom, total - left), min(right, total - top), max(top, total - right)
            )
        )
        total += step
    return lines


def _paint_numbers(painter: QPainter, grid: Grid, face: Face, colours: ColourMap) -> None:
    number_font = font(grid.number_px)
    measure = ruler(number_font)
    painter.setFont(number_font)
    light, hidden, known = colours.light_text, face.hidden_rows, measure.width
    palette, drop = grid.theme.palette, measure.figure_height / 2
    middles = [(grid.xs[j] + grid.xs[j + 1] - grid.gap) / 2 for j in range(face.values.shape[1])]
    draw = painter.drawText
    groups: tuple[list[tuple[QPointF, str]], list[tuple[QPointF, str]]] = ([], [])
    veiled_texts: list[tuple[QPointF, str]] = []
    for i, texts in enumerate(face.texts):
        baseline = (grid.ys[i] + grid.ys[i + 1] - grid.gap) / 2 + drop
        entries, veiled = face.entry_rows[i], hidden[i] if hidden else None
        for j, text in enumerate(texts):
            point = QPointF(middles[j] - known(text) / 2, baseline)
            if veiled and veiled[j]:
                veiled_texts.append((point, text))
            else:
                groups[light[entries[j]]].append((point, text))
    for colour, group in ((BLACK, groups[0]), (WHITE, groups[1])):
        painter.setPen(colour)
        for point, text in group:
            draw(point, text)
    if veiled_texts:
        height = 2 * drop
        for point, text in veiled_texts:  # the hatch leaves a gap for the number
            painter.fillRect(QRectF(point.x() - 3, point.y() - height - 2, known(text) + 6, height + 4), palette.panel)
        painter.setPen(palette.soft)
        for point, text in veiled_texts:
            draw(point, text)


def _paint_labels(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    theme = grid.theme
    small = ruler(theme.small_font)
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    drop = small.figure_height / 2
    for row in grid.labelled_rows(model):
        text = small.shortened(model.shown_row_labels[row], grid.row_labels.width() + 0.5)
        middle = (grid.ys[row] + grid.ys[row + 1] - grid.gap) / 2
        painter.drawText(QPointF(grid.row_labels.right() - small.width(text), middle + drop), text)
    for column in grid.labelled_columns(model):
        place = grid.column_label_rect(column)
        middle = place.center().x()
        if grid.upright:
            text = small.shortened(model.shown_column_labels[column], place.height() + 0.5)
            painter.save()
            painter.translate(middle + drop, place.bottom())
            painter.rotate(-90)
            painter.drawText(QPointF(0, 0), text)
            painter.restore()
        else:
            text = small.shortened(model.shown_column_labels[column], place.width())
            painter.drawText(
                QPointF(middle - small.width(text) / 2, place.bottom() - small.height + small.ascent), text
            )
    _paint_captions(painter, grid, model)


def _paint_captions(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    if not model.captions:
        return
    small = ruler(grid.theme.small_font)
    across, down = grid.column_caption, grid.row_caption
    rows, columns = caption(model.row_word, grid.row_step), caption(model.column_word, grid.column_step)
    text = small.shortened(columns, across.width())
    painter.drawText(QPointF(across.left(), across.top() + small.ascent), text)
    text = small.shortened(rows, down.height())
    painter.save()
    painter.translate(down.left() + small.ascent, down.top() + small.width(text))
    painter.rotate(-90)
    painter.drawText(QPointF(0, 0), text)
    painter.restore()


def caption(word: str, step: int) -> str:
    """What the rows or columns are, and how many of their labels are drawn where that is not all."""
    return f"{word} →" if step <= 1 else f"{word} →  each {step}th named"


def _paint_bands(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    small = ruler(grid.theme.small_font)
    painter.setFont(grid.theme.small_font)
    for band in model.bands:
        area = grid.region_rect((0, model.shape[0]), band.columns)
        painter.setPen(grid.theme.pen(grid.theme.palette.soft, 1.5))
        if band.columns[0]:
            painter.drawLine(QPointF(area.left() - 0.5, area.top() - 4), QPointF(area.left() - 0.5, area.bottom()))
        text = small.shortened(band.label, area.width())
        painter.setPen(grid.theme.palette.soft)
        top = grid.column_caption.top() - small.height - 3
        painter.drawText(QPointF(area.center().x() - small.width(text) / 2, top + small.ascent), text)


def _paint_frames(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for frame in sorted(model.frames, key=lambda frame: frame.strong):
        _frame(painter, grid, frame, grid.theme.role(frame.role), 2.5 if frame.strong else 1.5)
    if model.cursor is not None:
        row, column = model.cursor
        own = Frame((row, row + 1), (column, column + 1), model.role)
        _frame(painter, grid, own, grid.theme.palette.text, 3.0)


def _frame(painter: QPainter, grid: Grid, frame: Frame, colour: QColor, width: float) -> None:
    area = grid.region_rect(frame.rows, frame.columns).adjusted(-0.5, -0.5, 0.5, 0.5)
    halo = QPen(grid.theme.palette.panel, width + 2)
    painter.setPen(halo)
    painter.drawRoundedRect(area, 2.5, 2.5)
    painter.setPen(grid.theme.pen(colour, width, dashed=frame.dashed))
    painter.drawRoundedRect(area, 2.5, 2.5)


def _paint_dimmed(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    """An empty outline that says why there are no numbers."""
    palette, small = grid.theme.palette, ruler(grid.theme.small_font)
    painter.setPen(grid.theme.pen(palette.border))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(grid.map)
    painter.setFont(grid.theme.small_font)
    painter.setPen(palette.soft)
    y = grid.map.top() + 4 + small.ascent
    for line in wrapped(model.dim_reason, grid.theme, grid.map.width() - 12):
        if y > grid.map.bottom():
            break
        painter.drawText(QPointF(grid.map.left() + 6, y), line)
        y += small.height + 2


def wrapped(text: str, theme: Theme, room: float) -> list[str]:
    """The words of a soft sentence in lines no wider than `room`."""
    small = ruler(theme.small_font)
    lines: list[str] = []
    for word in text.split():
        if lines and small.width(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(small.shortened(word, room))
    return lines


def _paint_legend(painter: QPainter, grid: Grid, model: Heatmap, colours: ColourMap) -> None:
    """A slim bar of the colours between the two ends, with the ends in words beside it."""
    ends, limits = model.legend_ends, model.limits
    assert ends is not None
    assert limits is not None
    small, texts = ruler(grid.theme.small_font), legend_texts(model)
    place = grid.legend
    baseline = place.top() + small.ascent
    painter.setFont(grid.theme.small_font)
    painter.setPen(grid.theme.palette.soft)
    painter.drawText(QPointF(place.left(), baseline), texts[0])
    left = place.left() + small.width(texts[0]) + 5
    thick = max(5.0, round(grid.theme.small_px * 0.5))
    top = round(baseline - small.figure_height / 2 - thick / 2)
    if len(texts) == 1:
        right = left + 2.5 * grid.theme.small_px
    else:
        right = place.right() - small.width(texts[1]) - 5
        painter.drawText(QPointF(right + 5, baseline), texts[1])
    steps = 1 if len(texts) == 1 else max(2, min(48, int((right - left) // 2)))
    probe = Face(np.linspace(*ends, steps + 1)[np.newaxis], 0, limits, colours.diverging)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    pitch = (right - left) / steps
    for step in range(steps):
        # The first and last piece show the very ends.
        entry = probe.entry_rows[0][0 if step == 0 else steps if step == steps - 1 else step]
        painter.fillRect(QRectF(left + step * pitch, top, pitch + 0.5, thick), colours.colours[entry])
    painter.setPen(grid.theme.pen(grid.theme.palette.border))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(left - 0.5, top - 0.5, right - left, thick))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)

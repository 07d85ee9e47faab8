#!/bin/sh
# Runs attnviz: `sh tools/run.sh [FILE]`, FILE being a scenario, a preset or a lesson file; the first screen without
# one. Where no screen answers, it draws the board of that scenario, of the opening example without one, to a PNG and an
# SVG file instead, says where, and exits 0.
set -eu
python=${PYTHON:-.venv/bin/python}
file=${1:-}
out=${OUT:-out}

# Qt ends the process where it finds no screen, so a process of its own finds out.
screen_answers() {
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || return 1
    "$python" -c 'from PySide6.QtGui import QGuiApplication; QGuiApplication([])' >/dev/null 2>&1
}

if screen_answers; then
    exec "$python" -m attnviz ${file:+"$file"}
fi

case $file in
    '' | *.toml) scenario=by-hand ;;
    *) scenario=$file ;;
esac

echo "No screen to open a window on. Drawing the board of $scenario instead:"
mkdir -p "$out"
name=$(basename "$scenario" .attn)
for format in png svg; do
    "$python" -m attnviz render "$scenario" --figure board -o "$out/$name-board.$format" --force >/dev/null
    printf '    %s\n' "$out/$name-board.$format"
done

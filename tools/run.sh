#!/bin/sh
# Runs attnviz: `sh tools/run.sh [FILE]`, FILE being a scenario, an example or a lesson file; the first screen without
# one. Where no screen answers, it draws the board of that scenario, of the opening example without one, to a PNG and an
# SVG file instead, or a lesson press by press to a GIF, says where, and exits 0.
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

shown=${file:-by-hand}
"$python" -m attnviz check "$shown" >/dev/null
mkdir -p "$out"
case $shown in
    *.toml)
        echo "No screen to open a window on. Drawing the lesson $shown press by press instead:"
        name=$out/$(basename "$shown" .toml).gif
        "$python" -m attnviz walk --lesson "$shown" -o "$name" --force >/dev/null
        printf '    %s\n' "$name"
        ;;
    *)
        echo "No screen to open a window on. Drawing the board of $shown instead:"
        name=$(basename "$shown")
        name=$out/${name%.*}-board
        for format in png svg; do
            "$python" -m attnviz render "$shown" --figure board -o "$name.$format" --force >/dev/null
            printf '    %s\n' "$name.$format"
        done
        ;;
esac

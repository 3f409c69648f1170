# shellcheck shell=bash
# Sourced by scripts/demo and scripts/test, from the top of the checkout: `set_up LOCK` leaves .venv with exactly what
# LOCK pins and saywhy itself. A second run with nothing changed installs nothing and asks nobody.

unset PYTHONHOME PYTHONPATH # somebody else's packages must not stand in for the pinned ones
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_USER=0

VENV_PYTHON=.venv/bin/python
SETUP_LOG=.venv/setup.log
STAMP=.venv/saywhy-setup # what is installed: one digest a line

fail() {
    printf '%s: %s\n' "${0##*/}" "$1" >&2
    exit 1
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

can_make_venvs() {
    "$1" -c 'import ensurepip, venv' >/dev/null 2>&1
}

find_python() {
    local name found=
    for name in python3.13 python3.12 python3.11 python3 python; do
        is_new_enough "$name" || continue
        found=$name
        if can_make_venvs "$name"; then
            PYTHON_FOUND=$name
            return
        fi
    done
    [ -z "$found" ] || fail "$found lacks the venv module; install it (Debian, Ubuntu: apt install python3-venv), then run this again"
    fail "no Python 3.11 or newer on the PATH; install one (https://www.python.org), then run this again"
}

make_venv() {
    if [ -e .venv ] && is_new_enough "$VENV_PYTHON"; then
        return
    fi
    find_python
    printf 'Making .venv with %s …\n' "$PYTHON_FOUND" >&2
    rm -rf .venv # of another machine, or of a Python that is gone
    "$PYTHON_FOUND" -m venv .venv >/dev/null 2>&1 || {
        rm -rf .venv
        fail "$PYTHON_FOUND could not make .venv; check that this folder may be written to and the disk is not full"
    }
}

# Of a lock, of what else decides an installation, and of where it is: an editable one points here.
digest() {
    "$VENV_PYTHON" - "$1" <<'PYTHON'
import hashlib, pathlib, sys

parts = [sys.version, str(pathlib.Path.cwd())] + [pathlib.Path(name).read_text("utf-8") for name in (sys.argv[1], "pyproject.toml")]
print(hashlib.sha256("\0".join(parts).encode()).hexdigest())
PYTHON
}

pip_install() {
    "$VENV_PYTHON" -m pip install --quiet --retries 2 --no-deps "$@" >>"$SETUP_LOG" 2>&1 || explain_pip
}

explain_pip() {
    if grep -qiE 'do not match the hashes' "$SETUP_LOG"; then
        fail "a package differs from the one pinned; check the package index in use (see $SETUP_LOG)"
    elif grep -qiE 'connection|resolution|timed out|max retries|proxyerror|from versions: none' "$SETUP_LOG"; then
        fail "the package index cannot be reached; check the network or PIP_INDEX_URL, then run this again (see $SETUP_LOG)"
    elif grep -qiE 'no space left' "$SETUP_LOG"; then
        fail "the disk is full; free some space, then run this again"
    fi
    fail "installing the dependencies failed: $(grep -iE '^error' "$SETUP_LOG" | tail -n 1) (see $SETUP_LOG)"
}

set_up() {
    local lock=$1 wanted
    make_venv
    wanted=$(digest "$lock")
    if [ -f "$STAMP" ] && grep -qx "$wanted" "$STAMP"; then
        return
    fi
    printf 'Installing the pinned dependencies (%s) …\n' "$lock" >&2
    rm -f "$STAMP"
    : >"$SETUP_LOG"
    "$VENV_PYTHON" -m pip --version >/dev/null 2>&1 || "$VENV_PYTHON" -m ensurepip >>"$SETUP_LOG" 2>&1 || explain_pip
    pip_install --require-hashes -r "$lock"
    pip_install --no-build-isolation -e .
    # The test lock holds all of the other, in the same versions: with it installed, scripts/demo needs nothing more.
    if [ "$lock" = requirements-test.lock ]; then
        digest requirements.lock >"$STAMP"
    fi
    printf '%s\n' "$wanted" >>"$STAMP"
}

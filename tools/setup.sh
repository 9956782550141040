#!/usr/bin/env bash
# Makes .venv from the hash-pinned lock files. `make` calls it; nothing needs to be installed first
# but Python 3.11. With uv it takes seconds, with pip about a minute.
#
#   tools/setup.sh run    what running Holdfast needs
#   tools/setup.sh dev    the same, and what checks and tests need
set -euo pipefail
cd "$(dirname "$0")/.."

purpose=${1:?usage: tools/setup.sh run|dev}
case $purpose in
  run) locks=(-r requirements.lock -r requirements-build.lock) ;;
  dev) locks=(-r requirements-dev.lock) ;;
  *) echo "usage: tools/setup.sh run|dev" >&2; exit 2 ;;
esac
venv=.venv
export PIP_DISABLE_PIP_VERSION_CHECK=1

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

is_new_enough() {
  "$1" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
  local candidate
  for candidate in "${PYTHON:-python3}" python3.11 python3.12 python3.13 python3.14; do
    if is_new_enough "$candidate"; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  fail "Holdfast needs Python 3.11 or later; python3 here is: $(python3 --version 2>&1 || true)" \
       "Install it (Debian, Ubuntu: apt install python3 python3-venv), or name one: make PYTHON=/path/to/python3.12"
}

# uv may be on PATH and still not run, as a shim of another Python's.
has_uv() {
  uv --version >/dev/null 2>&1
}

with_uv() {
  { [ -x "$venv/bin/python" ] || uv venv --quiet --python "$python" "$venv"; } &&
    uv pip install --quiet --python "$venv/bin/python" --require-hashes "${locks[@]}" &&
    uv pip install --quiet --python "$venv/bin/python" --no-deps --no-build-isolation --editable .
}

with_pip() {
  if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    "$python" -c 'import ensurepip, venv' >/dev/null 2>&1 || fail \
      "$python cannot make a virtual environment: its venv module is missing." \
      "Install it (Debian, Ubuntu: apt install python3-venv), then run make again."
    "$python" -m venv --clear "$venv"
  fi
  "$venv/bin/python" -m pip install --quiet --require-hashes "${locks[@]}"
  "$venv/bin/python" -m pip install --quiet --no-deps --no-build-isolation --editable .
}

# A virtual environment whose Python was removed or is too old is made again.
[ ! -e "$venv" ] || is_new_enough "$venv/bin/python" || rm -rf "$venv"

python=$(find_python)
if has_uv; then
  echo "Setting up $venv with uv (once; a few seconds) ..."
  with_uv || { echo "uv could not do it; trying pip ..."; with_pip; }
else
  echo "Setting up $venv with pip, $("$python" --version) (once; about a minute) ..."
  with_pip
fi

touch "$venv/ready-run"
[ "$purpose" = run ] || touch "$venv/ready-dev"

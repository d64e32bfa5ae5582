#!/usr/bin/env bash
# Creates the virtual environment and installs a requirements file into it, once:
#   scripts/environment.sh requirements.txt
# A second call returns at once unless the requirements have changed. Uses uv if it is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

requirements=$1
stamp=.venv/.installed-$(basename "$requirements" .txt)
wanted=$(cat requirements.txt requirements-official.txt constraints.txt "$requirements" | cksum)
[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && exit 0

fail() { printf '%s\n' "$@" >&2; exit 1; }

find_python() {
  # Tested versions come first; a newer one is used if there is no other.
  for candidate in ${PYTHON:-} python3.13 python3.12 python3.11 python3; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
}

if [ ! -x .venv/bin/python ]; then
  python=$(find_python)
  [ -n "$python" ] || fail "Touchstone needs Python 3.11 or newer, which was not found." \
    "Install it, or give its path: make run PYTHON=/path/to/python3.11"
  echo "· Creating the virtual environment (.venv) with $("$python" --version)"
  if command -v uv >/dev/null 2>&1; then
    uv venv --quiet --python "$python" .venv
  else
    rm -rf .venv
    "$python" -m venv .venv || fail "Python could not create a virtual environment." \
      "On Debian and Ubuntu: apt-get install python3-venv"
  fi
fi

echo "· Installing packages from $requirements (a minute or two the first time)"
if command -v uv >/dev/null 2>&1; then
  uv pip install --python .venv/bin/python -r "$requirements" -c constraints.txt
else
  # Show one line with a counter instead of hundreds of lines.
  .venv/bin/python -m pip install --disable-pip-version-check --progress-bar off \
    -r "$requirements" -c constraints.txt 2>&1 | tee .venv/install.log |
    awk '/^Collecting /{n++; printf "\r  %d packages downloaded ", n; fflush()}
         /^Installing collected/{printf "\r  %d packages downloaded, installing ", n; fflush()}
         END{print ""}' ||
    fail "Installing failed. The last lines of .venv/install.log:" "$(tail -n 8 .venv/install.log)"
fi
if [ "$requirements" = requirements-dev.txt ]; then
  if command -v uv >/dev/null 2>&1; then
    uv pip install --quiet --python .venv/bin/python --no-deps -r requirements-official.txt
  else
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
      -r requirements-official.txt
  fi
fi
echo "$wanted" >"$stamp"

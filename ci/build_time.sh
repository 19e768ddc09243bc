#!/usr/bin/env bash
# What the first build of ./gridlock run costs: all programs, built without ccache in a folder of
# their own, with the Python of .venv or GRIDLOCK_PYTHON. Prints processor time, which other work on
# the machine changes little, wall time, and the ten slowest objects. ci/build_time.sh [FOLDER]
set -euo pipefail

# As the compiler's launcher: notes the processor time of each object.
if [[ ${1-} == --compile ]]; then
  shift
  [[ " $* " =~ ' -o '([^ ]+) ]] && TIMEFORMAT="%U %S ${BASH_REMATCH[1]}"
  { time "$@" 2>&3; } 3>&2 2>>"$BUILD_TIMES"
  exit
fi

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
build=${1:-$(mktemp -d)}
export BUILD_TIMES=$build/times CCACHE_DISABLE=1
mkdir -p "$build"
: >"$BUILD_TIMES"
cmake --fresh --preset release -S "$root" -B "$build" -DCCACHE=OFF \
  -DGRIDLOCK_PYTHON="${GRIDLOCK_PYTHON:-$root/.venv/bin/python}" \
  -DCMAKE_CXX_COMPILER_LAUNCHER="$root/ci/build_time.sh;--compile" >"$build/configure.log"
cmake --build "$build" --target clean >/dev/null
TIMEFORMAT='%U %S %R'
times=$({ time cmake --build "$build" >"$build/build.log"; } 2>&1) || { cat "$build/build.log"; exit 1; }
awk '{printf "%.0f s of processor time, %.0f s of wall time\n", $1 + $2, $3}' <<<"$times"
echo "the slowest objects, in seconds of processor time"
awk '{printf "%6.1f  %s\n", $1 + $2, $3}' "$BUILD_TIMES" | sort -rn | sed 10q

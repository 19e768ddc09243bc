#!/usr/bin/env bash
# Measures the cost of a build in a separate folder, without ccache. Uses the Python of .venv or
# GRIDLOCK_PYTHON. Builds three parts: the programs that `run` and `exec` need, the programs that
# are built on first use, and the tests. Prints the processor time, the wall time and the slowest
# objects of each part. Other work on the machine changes the wall time, but hardly the processor
# time.
# ci/build_time.sh [FOLDER]
set -euo pipefail

# With --compile, this script wraps the compiler and records the processor time of each object.
if [[ ${1-} == --compile ]]; then
  shift
  [[ " $* " =~ ' -o '([^ ]+) ]] && TIMEFORMAT="%U %S ${BASH_REMATCH[1]}"
  { time "$@" 2>&3; } 3>&2 2>>"${BUILD_TIMES:-/dev/null}"
  exit
fi

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
build=${1:-$(mktemp -d)}
export BUILD_TIMES=$build/times CCACHE_DISABLE=1
mkdir -p "$build"

# part TITLE TARGET…: builds the targets and prints the cost.
part() {
  local times
  : >"$BUILD_TIMES"
  TIMEFORMAT='%U %S %R'
  times=$({ time cmake --build "$build" --target "${@:2}" >"$build/build.log"; } 2>&1) ||
    { cat "$build/build.log"; exit 1; }
  awk -v title="$1" '{printf "%s: %.0f s of processor time, %.0f s of wall time\n", title, $1 + $2, $3}' \
    <<<"$times"
  awk '{printf "%8.1f  %s\n", $1 + $2, $3}' "$BUILD_TIMES" | sort -rn | sed 6q
}

: >"$BUILD_TIMES"
cmake --fresh --preset release -S "$root" -B "$build" -DCCACHE=OFF -DGRIDLOCK_TESTS=ON \
  -DGRIDLOCK_PYTHON="${GRIDLOCK_PYTHON:-$root/.venv/bin/python}" \
  -DCMAKE_CXX_COMPILER_LAUNCHER="$root/ci/build_time.sh;--compile" >"$build/configure.log"
cmake --build "$build" --target clean >/dev/null
part "run and exec" all
part "later commands" gridlock-minimize gridlock-review gridlock-bench gridlock-pages
part "tests" tests

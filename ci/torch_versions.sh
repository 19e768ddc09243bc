#!/usr/bin/env bash
# Builds gridlock for several versions of torch and of Python, and runs a part of the tests with each:
# the probe's own, all scripts under exec, the default matrix, the minimization of a hang, and its calls
# as a C++ program.
#
#   ci/torch_versions.sh OUT [TORCH[@PYTHON] …]      such as 2.9.1 2.15.0@python3.12
#
# Writes the rows of a table to OUT/table.md, and the output of each step to OUT/TORCH@PYTHON.*.txt.
# Each version takes 8 GB in build/torch-TORCH@PYTHON, which is removed when all steps have passed,
# unless KEEP is set. With STEPS, for example "probe scripts", runs only those steps. Where ccache is
# installed, the versions share the objects that do not depend on torch.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
out=${1:?usage: ci/torch_versions.sh OUT [TORCH[@PYTHON] …]}
shift
mkdir -p "$out"
out=$(realpath "$out")
[[ $# -gt 0 ]] || set -- 2.9.1 2.10.0 2.11.0 2.12.1 2.13.0 2.14.1 2.15.0
steps=${STEPS:-probe scripts matrix minimize export_cpp}
failed=0 path=$PATH root=$PWD
cache=()
if command -v ccache >/dev/null; then
  # A precompiled header has a version's paths in it, so that no object would be found again.
  cache=(-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
fi

set_up() {
  "${version#*@}" -m venv "$build/venv" &&
    "$python" -m pip install -q --disable-pip-version-check \
      -r <(sed "s/^torch==[^;]*/torch==${version%@*}/" requirements.txt) &&
    cmake --preset release -S . -B "$build" -DGRIDLOCK_TESTS=ON -DGRIDLOCK_PYTHON="$python" \
      "${cache[@]}" &&
    cmake --build "$build" --target all streams_test issue_test graphs_test exec_scripts_test \
      integration_test gridlock-minimize gridlock_ring
}
probe() {
  ctest --test-dir "$build" --output-on-failure -R '^(streams|issue|graphs)_test$' &&
    (cd harness/rank/tests &&
      PYTHONPATH=$root/harness/rank:$root/harness/rank/testing:$build/lib PYTHONDONTWRITEBYTECODE=1 \
        LD_PRELOAD=$build/lib/gridlock_threads.so \
        "$python" -m gridlock_testing.modules --jobs 2 test_forwarders test_probe_calls \
        test_probe_exceptions test_probe_groups test_probe_numbers test_probe_passes test_probe_waits)
}
scripts() { "$build/bin/exec_scripts_test" --gtest_brief=1 --gtest_filter='Forked/*'; }
matrix() { rm -rf "$build/default" && "$build/bin/gridlock" run default --tier fork --out "$build/default"; }
minimize() {
  "$build/bin/gridlock" minimize -n 2 --budget 120 --python "$python" --out "$build/minimized" \
    harness/exec/scripts/hanging/metric_on_rank0.py
}
export_cpp() { "$build/bin/integration_test" --gtest_filter='ExportCpp.TheCallsOfAHangHangInCppToo'; }

# told STEP: runs a step, writes its output and adds its cell to the row.
told() {
  local began=$SECONDS result=passes
  "$1" >"$out/$version.$1.txt" 2>&1 </dev/null || { result=FAILS failed=1; }
  row+=" $result ($((SECONDS - began)) s) |"
  [[ $result == passes ]]
}

echo "| torch | Python | ${steps// / | } |" >"$out/table.md"
printf '|---|---|%s\n' "$(for _ in $steps; do printf -- '---|'; done)" >>"$out/table.md"
for version in "$@"; do
  [[ $version == *@* ]] || version+=@python3
  build=$PWD/build/torch-$version python=$build/venv/bin/python row=
  mkdir -p "$build"
  PATH=$path:$build/venv/bin passed=yes
  if set_up >"$out/$version.set_up.txt" 2>&1 </dev/null; then
    for step in $steps; do told "$step" || passed=; done
  else
    row=" set-up FAILS |" failed=1 passed=
  fi
  about=$("$python" -c 'import platform as p, importlib.metadata as m
print("|", m.version("torch"), "|", p.python_version(), "|", end="")')
  echo "$about$row" | tee -a "$out/table.md"
  [[ -z $passed || -n ${KEEP-} ]] || rm -rf "$build"
done
exit $failed

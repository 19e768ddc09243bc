#!/usr/bin/env bash
# Trains the matrices with claims about torch, one cell at a time, and keeps the results.
#
#   ci/claims.sh OUT [MATRIX …]
#
# Writes OUT/MATRIX.txt and OUT/MATRIX.jsonl. The variable ARGUMENTS has options for each run, such
# as "--select …". Matrices with cells that generate code run in the cold tier, with empty caches.
set -uo pipefail
cd "$(dirname "$0")/.."
out=${1:?usage: ci/claims.sh OUT [MATRIX …]}
shift
mkdir -p "$out"
failed=0
[[ $# -gt 0 ]] || set -- compile_scope fsdp_order precision partitioner cp32
for matrix in "$@"; do
  tier=cold
  [[ $matrix == cp32 || $matrix == partitioner ]] && tier=fork
  rm -rf "build/claims-$matrix"
  # shellcheck disable=SC2086
  ./gridlock run "$matrix" --jobs 1 --tier $tier --out "build/claims-$matrix" --json "$out/$matrix.jsonl" \
    ${ARGUMENTS:-} >"$out/$matrix.txt" 2>&1 || { echo "failed: $matrix"; failed=1; }
done
exit $failed

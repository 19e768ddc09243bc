#!/usr/bin/env bash
# Does the work of a GPU runner. First runs the tests that need a GPU. Then, for each given number
# of GPUs, trains the default matrix with one rank per GPU, compares the results with the reference
# in fp64, trains the matrix `exact`, and measures the cost of digests and of starting cells.
#
#   GRIDLOCK_PYTHON=/path/to/python3 ci/gpu.sh OUT [NUMBER-OF-GPUS …]
#
# Writes OUT/machine.txt, OUT/tests.txt and, for each number N, OUT/*-gpusN.*. With TIERS=fork,
# trains the default matrix only in that tier. SKIP, for example "startup digest exact reference
# tests", lists the measurements to skip.
set -uo pipefail
cd "$(dirname "$0")/.."
out=${1:?usage: ci/gpu.sh OUT [NUMBER-OF-GPUS …]}
shift
mkdir -p "$out"
failed=0

skips() { [[ " ${SKIP:-} " == *" $1 "* ]]; }

# told FILE COMMAND…: runs the command and also writes its output to OUT/FILE. Does nothing if SKIP
# lists this measurement.
told() {
  local file=$1
  shift
  skips "${file%%[-.]*}" && return
  "$@" 2>&1 | tee "$out/$file" || { echo "failed: $*"; failed=1; }
}

gpu_tests() {
  cmake --build build/release --target digest_cuda_test exec_scripts_test &&
    ctest --test-dir build/release --output-on-failure -R '^(DigestCuda\.|Rank\.test_digests)' &&
    build/release/bin/exec_scripts_test --gtest_brief=1 --gtest_filter='Gpus/*'
}

nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv >"$out/machine.txt"
nproc >>"$out/machine.txt"
./gridlock setup || exit 3
told tests.txt gpu_tests

for gpus in "${@:-1}"; do
  CUDA_VISIBLE_DEVICES=$(seq -s, 0 $((gpus - 1)))
  export CUDA_VISIBLE_DEVICES
  for tier in ${TIERS:-fork warm}; do
    rm -rf build/gpu-run
    told "default-$tier-gpus$gpus.txt" ./gridlock run --tier "$tier" --deadline "${DEADLINE:-120}" \
      --out build/gpu-run --json "$out/default-$tier-gpus$gpus.jsonl"
  done
  told "reference-gpus$gpus.txt" ./gridlock golden reference build/gpu-run
  rm -rf build/gpu-exact
  told "exact-gpus$gpus.txt" ./gridlock run exact --out build/gpu-exact \
    --json "$out/exact-gpus$gpus.jsonl"
  told "digest-gpus$gpus.txt" ./gridlock bench digest --repeats 5
  told "programs-gpus$gpus.txt" ./gridlock bench gpus --runs "${RUNS:-400}" --jobs 8 \
    --seconds "${SECONDS_OF_PROGRAMS:-240}"
  told "probe-gpus$gpus.txt" ./gridlock bench probe --gpu
  told "startup-gpus$gpus.txt" ./gridlock bench startup
  tar -C build -czf "$out/evidence-gpus$gpus.tar.gz" gpu-run/evidence gpu-exact/evidence 2>/dev/null
done
exit $failed

#!/usr/bin/env bash
# What a GPU runner does: trains the default matrix with one rank per GPU, in the fork and the warm
# tier, on each given number of GPUs, then measures how long cells take to start.
#
#   GRIDLOCK_PYTHON=/path/to/python3 ci/gpu.sh OUT [NUMBER-OF-GPUS …]
#
# Writes OUT/default-TIER-gpusN.jsonl, OUT/startup-gpusN.txt and OUT/machine.txt.
set -uo pipefail
cd "$(dirname "$0")/.."
out=${1:?where to write}
shift
mkdir -p "$out"
failed=0

nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv >"$out/machine.txt"
nproc >>"$out/machine.txt"
./gridlock setup || exit 3

for gpus in "${@:-1}"; do
  CUDA_VISIBLE_DEVICES=$(seq -s, 0 $((gpus - 1)))
  export CUDA_VISIBLE_DEVICES
  for tier in fork warm; do
    rm -rf "build/gpu-run"
    ./gridlock run --tier "$tier" --deadline "${DEADLINE:-120}" --out build/gpu-run \
      --json "$out/default-$tier-gpus$gpus.jsonl" || failed=1
    cp -r build/gpu-run/evidence "$out/evidence-$tier-gpus$gpus" 2>/dev/null
  done
  [ -n "${SKIP_STARTUP:-}" ] || ./gridlock bench startup | tee "$out/startup-gpus$gpus.txt" || failed=1
done
exit $failed

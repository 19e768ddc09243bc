#!/usr/bin/env bash
# Repeats the first steps of a new user: clones the repository and runs the README's two commands in
# an environment with only HOME and PATH. Measures the time until the first cell has a verdict,
# until all cells of the default matrix have one, and until the tests have run.
# ci/fresh_clone.sh [FOLDER]; the folder must not exist yet.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
clone=${1:-$(mktemp -d)/gridlock}
said() { printf '== %4d s: %s\n' $((SECONDS - began)) "$*"; }
as_new_user() {
  env -i HOME="$HOME" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@" </dev/null
}

began=$SECONDS
git clone --quiet "$root" "$clone"
cd "$clone"
(until grep -qs verdict runs/*/*/results.jsonl; do sleep 0.2; done; said "the first verdict") & waiting=$!
trap 'kill $waiting 2>/dev/null || true' EXIT
as_new_user ./gridlock run
said "the default matrix"
as_new_user ./gridlock test
said "the tests"

#!/usr/bin/env bash
# What a new user does: clones the repository and runs the README's two commands, in an environment
# that holds nothing but HOME and PATH. ci/fresh_clone.sh [FOLDER]; the folder must not exist yet.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
clone=${1:-$(mktemp -d)/gridlock}
git clone --quiet "$root" "$clone"
cd "$clone"
for command in run test; do
  echo "== ./gridlock $command, in $clone"
  env -i HOME="$HOME" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    ./gridlock "$command" </dev/null
done

#!/usr/bin/env python3
"""Checks that the tests catch the bugs in mutants.toml.

    ci/mutants.py [--all] [NAME PART …]
    ci/mutants.py --check

Plants the bugs whose names contain one of the parts, one bug at a time, and runs the tests that
each bug lists. The tests must pass without the bug, and one of them must fail with the bug. Builds
the last commit in a separate worktree, build/mutants. The first build there builds everything.
--all also plants the bugs that only nightly tests catch. --check plants nothing: it checks that the
text that each bug replaces occurs exactly once in the working tree. Exits with 1 if a bug is not
caught, or if such a text does not occur exactly once.
"""

import argparse
import sys
import time

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

import worktree


def check(mutants):
    problems = [
        f"{mutant['name']}: {problem}"
        for mutant in mutants
        if (problem := worktree.misplaced(mutant, worktree.ROOT))
    ]
    print("\n".join(problems or [f"each of {len(mutants)} bugs has exactly one place"]))
    return 1 if problems else 0


def outcome(mutant):
    """Returns whether the bug is caught, and a description."""
    with worktree.edited([mutant]):
        if not mutant.get("nightly") and (built := worktree.build()).returncode:
            return False, "NOT BUILT\n" + built.stdout[-2000:]
        by = next((test for test in mutant["tests"] if worktree.fails(test)), None)
        return by is not None, f"caught by {by}" if by else "NOT CAUGHT"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    mutants = tomllib.loads((worktree.ROOT / "ci" / "mutants.toml").read_text())["mutant"]
    if arguments.check:
        return check(mutants)
    chosen = [
        mutant
        for mutant in mutants
        if (arguments.all or not mutant.get("nightly"))
        and (not arguments.names or any(part in mutant["name"] for part in arguments.names))
    ]
    worktree.set_up()
    tests = sorted({test for mutant in chosen for test in mutant["tests"]})
    if broken := [test for test in tests if worktree.fails(test)]:
        sys.exit(f"these tests fail without any bug: {', '.join(broken)}")
    missed = 0
    for mutant in chosen:
        began = time.monotonic()
        caught, said = outcome(mutant)
        missed += not caught
        print(f"{mutant['name']:<60}{said} ({time.monotonic() - began:.0f} s)", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} bugs caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

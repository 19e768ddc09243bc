#!/usr/bin/env python3
"""Checks that the tests catch the bugs in mutants.toml.

    ci/mutants.py [--all] [NAME PART …]
    ci/mutants.py --check

Plants the bugs whose names contain one of the parts, one bug at a time, and runs the tests that
each bug names. The tests must pass without the bug, and one of them must fail with the bug. Builds
the last commit in a separate worktree, build/mutants. The first build there builds everything.
--all includes the bugs for nightly tests. --check only checks that each bug has exactly one place
in the working tree. Exits with 1 if a bug is not caught or has no place.
"""

import argparse
import functools
import os
import pathlib
import subprocess
import sys
import time

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

import test_times

ROOT = pathlib.Path(__file__).resolve().parents[1]
TREE = ROOT / "build" / "mutants"
BUILD = TREE / "build" / "release"
_LIMIT_SECONDS = 600  # time limit of the tests of one bug
PYTHON = os.environ.get("GRIDLOCK_PYTHON", str(ROOT / ".venv" / "bin" / "python"))


def run(*command, **more):
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more
    )


def set_up():
    if not TREE.exists():
        run("git", "worktree", "prune", cwd=ROOT, check=True)
        run("git", "worktree", "add", "--detach", TREE, cwd=ROOT, check=True)
    run("git", "checkout", "--force", "--detach", run("git", "rev-parse", "HEAD", cwd=ROOT).stdout.strip(),
        cwd=TREE, check=True)  # fmt: skip
    configured = run("cmake", "--preset", "release", "-S", TREE, f"-DGRIDLOCK_PYTHON={PYTHON}", "-DGRIDLOCK_TESTS=ON")
    built = build()
    if configured.returncode or built.returncode:
        sys.exit(configured.stdout + built.stdout)


def build():
    return run("cmake", "--build", BUILD, "--target", "all", "tests")


def misplaced(mutant, tree):
    """Returns what is wrong with the place of the bug in `tree`, or ""."""
    path = tree / mutant["file"]
    if not path.exists():
        return f"{mutant['name']}: there is no {mutant['file']}"
    places = path.read_text().count(mutant["find"])
    return "" if places == 1 else f"{mutant['name']}: {mutant['file']} has {places} such places"


def planted(mutant):
    """Inserts the bug. Returns the file's path and its old text."""
    if problem := misplaced(mutant, TREE):
        sys.exit(problem)
    path = TREE / mutant["file"]
    text = path.read_text()
    path.write_text(text.replace(mutant["find"], mutant["replace"]))
    return path, text


def check(mutants):
    problems = [problem for mutant in mutants if (problem := misplaced(mutant, ROOT))]
    print("\n".join(problems or [f"{len(mutants)} bugs have their places"]))
    return 1 if problems else 0


@functools.cache
def entries():
    """Returns the entries of ctest by name, except those that only --all runs."""
    return {test["name"]: test for test in test_times.listed(BUILD, ["-LE", "nightly"])}


def only_nightly(program):
    """Returns the filter "-TEST:…" with the program's tests that ctest runs only with --all."""
    words = [word for test in entries().values() for word in test["command"]
             if pathlib.Path(test["command"][0]).name == program and ":-" in word]  # fmt: skip
    return "-" + words[0].partition(":-")[2] if words else ""


def fails(test):
    """Returns whether the test fails. A test that does not end also fails, because a bug may make
    it wait forever."""
    try:
        return _result(test).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def _result(test):
    """Runs what `test` names: an entry of ctest, the tests of a program, or one module of an
    entry."""
    name, _, part = test.partition(" ")
    if not part:
        return run("ctest", "--test-dir", BUILD, "-R", f"^{name}$", timeout=_LIMIT_SECONDS)
    if part.startswith("test_"):
        found = entries()[name]
        command = [word for word in found["command"] if not word.startswith("test_")]
        variables = os.environ | dict(entry.split("=", 1) for entry in found["ENVIRONMENT"])
        where = found["WORKING_DIRECTORY"]
        return run(*command, part, cwd=where, env=variables, timeout=_LIMIT_SECONDS)
    chosen = f"--gtest_filter={part}:{only_nightly(name)}"
    return run(BUILD / "bin" / name, chosen, "--gtest_brief=1", timeout=_LIMIT_SECONDS)


def outcome(mutant):
    """Returns whether the bug is caught, and a description."""
    path, text = planted(mutant)
    try:
        if not mutant.get("nightly") and (built := build()).returncode:
            return False, "NOT BUILT\n" + built.stdout[-2000:]
        by = next((test for test in mutant["tests"] if fails(test)), None)
        return by is not None, f"caught by {by}" if by else "NOT CAUGHT"
    finally:
        path.write_text(text)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    mutants = tomllib.loads((ROOT / "ci" / "mutants.toml").read_text())["mutant"]
    if arguments.check:
        return check(mutants)
    chosen = [
        mutant
        for mutant in mutants
        if (arguments.all or not mutant.get("nightly"))
        and (not arguments.names or any(part in mutant["name"] for part in arguments.names))
    ]
    set_up()
    if broken := [test for test in sorted({t for m in chosen for t in m["tests"]}) if fails(test)]:
        sys.exit(f"fail without any bug: {', '.join(broken)}")
    missed = 0
    for mutant in chosen:
        began = time.monotonic()
        caught, said = outcome(mutant)
        missed += not caught
        print(f"{mutant['name']:<60}{said} ({time.monotonic() - began:.0f} s)", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

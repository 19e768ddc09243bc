#!/usr/bin/env python3
"""ci/affected.py BUILD: prints ctest options, one per line, for `./gridlock test --changed`. They
select the tests that changes since main can affect. Prints nothing if there are no such tests.

A change affects a unit test program if an object of the program includes the changed file, as Ninja
recorded it. For tests with ranks, Python tests and tests of other files, affected.toml lists which
changes affect them.
"""

import json
import pathlib
import re
import subprocess
import sys

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]


def output(*command, cwd=ROOT):
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


def changed_files():
    """Returns the files that differ from the commit where HEAD left main, and untracked files."""
    base = output("git", "merge-base", "HEAD", "main").strip()
    files = output("git", "diff", "--name-only", base).splitlines()
    return files + output("git", "ls-files", "--others", "--exclude-standard").splitlines()


def affected_objects(build, changed):
    """Returns the objects, as Ninja names them, that include at least one of the changed files."""
    paths = {str(ROOT / file) for file in changed}
    objects, current = set(), None
    for line in output("ninja", "-t", "deps", cwd=build).splitlines():
        if line and not line.startswith(" "):
            current = line.partition(": ")[0]
        elif line.strip() in paths:
            objects.add(current)
    return objects


def tests(build):
    """Returns a dict from the name of each test to its program, or to "" if the test starts
    ranks."""
    found = json.loads(output("ctest", "--test-dir", build, "--show-only=json-v1"))["tests"]
    return {test["name"]: test["command"][0] if "unit" in labels(test) else "" for test in found}


def labels(test):
    return [l for p in test.get("properties", []) if p["name"] == "LABELS" for l in p["value"]]


def affected(build, changed):
    rules = tomllib.loads((ROOT / "ci" / "affected.toml").read_text())
    all_tests = tests(build)
    if any(re.match(rules["everything"], file) for file in changed):
        return set(all_tests)
    patterns = [
        pattern
        for rule in rules["rule"]
        if any(re.match(rule["changed"], file) for file in changed)
        for pattern in rule["tests"]
    ]
    names = {name for name in all_tests if any(re.match(p, name) for p in patterns)}
    objects = affected_objects(build, changed)
    programs = {
        program
        for program in set(all_tests.values())
        if program.endswith("_test")
        and objects & set(output("ninja", "-t", "inputs", target_of(program, build), cwd=build).split())
    }
    return names | {name for name, program in all_tests.items() if program in programs}


def target_of(program, build):
    return str(pathlib.Path(program).relative_to(build))


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    names = affected(build, changed_files())
    if names:
        print("-R", "^(" + "|".join(map(re.escape, sorted(names))) + ")$", "-LE", "nightly", sep="\n")


if __name__ == "__main__":
    main()

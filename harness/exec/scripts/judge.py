"""judge.py [--fork] GRIDLOCK SCRIPT: runs the script under gridlock exec and compares the verdict
with the script's header. Exit code 1 if they differ.

--fork: forks the ranks, except those that the script starts itself.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from header import expected

# Seconds without an event after which a job ends as a stall. Scripts that end by themselves or are
# proved have no limit: the machine may be busy.
_TIMEOUT = "10"
_ENDED_BY_TIMEOUT = ("stall", "compile_skew", "timeout")
_EXIT_CODES = {
    "deadlock": 90,
    "stall": 91,
    "compile_skew": 91,
    "desync": 94,
    "timeout": 92,
    "pass": 0,
}
_LIKELY = 93


def run(gridlock, script, wanted, folder, fork):
    verdict = wanted.get("missed", wanted["verdict"])
    command = [gridlock, "exec"]
    if not wanted.get("parent"):
        command += ["-n", str(wanted["ranks"]), "--python", sys.executable]
        command += ["--fork"] if fork else []
    if verdict in _ENDED_BY_TIMEOUT:
        command += ["--timeout", _TIMEOUT]
    if verdict == "deadlock":
        command += ["--on-likely", "kill:3"]
    command += ["--json", folder / "verdict.json"]
    command += ["--evidence", folder / "evidence"]
    command += ["--", sys.executable, script] if wanted.get("parent") else [script]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    return done, json.loads((folder / "verdict.json").read_text())


def differences(wanted, record, exit_code):
    for key, name in (("verdict", "verdict"), ("class", "class"), ("at_fault", "ranks")):
        if key in wanted and record.get(name) != wanted[key]:
            yield f"{name}: {record.get(name)!r}, expected {wanted[key]!r}"
    proved = record.get("proved", True)
    if wanted["verdict"] == record["verdict"] == "deadlock":
        if proved != wanted.get("proved", True):
            yield f"proved: {proved}, because {record.get('doubt')!r}"
        if wanted.get("doubt", "") not in record.get("doubt", ""):
            yield f"doubt: {record['doubt']!r}, expected {wanted['doubt']!r} in it"
    if "sentence" in wanted and not re.fullmatch(wanted["sentence"], record.get("sentence", "")):
        yield f"sentence: {record.get('sentence')!r}, expected {wanted['sentence']!r}"
    code = _EXIT_CODES.get(record["verdict"])
    if record["verdict"] == "deadlock" and not proved:
        code = _LIKELY
    if code is not None and exit_code != code:
        yield f"exit code {exit_code}, expected {code}"


def not_last(record, done):
    """A crash is explained behind all tracebacks."""
    last = done.stderr.rstrip().rpartition("\n")[2]
    if last != f"gridlock: {record['sentence']}.":
        yield f"the last line is {last!r}"


def unless_missed(wanted, record, wrong):
    """A known miss is not a failure; a hang that is found, or missed in another way, is."""
    if "missed" not in wanted:
        return wrong
    if not wrong:
        return ["the hang is found: remove 'missed' from the header"]
    if record["verdict"] == wanted["missed"]:
        return []
    return [*wrong, f"although the header expects it to be missed as {wanted['missed']!r}"]


def unproved(gridlock, folder):
    """The errors of the checker about the certificate."""
    check = subprocess.run(
        [gridlock, "check", folder / "evidence" / "certificate.json"],
        capture_output=True,
        text=True,
    )
    if check.returncode != 0:
        yield f"the certificate is rejected: {check.stdout}{check.stderr}"


def main(gridlock, script, fork):
    wanted = expected(script)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        done, record = run(gridlock, script, wanted, folder, fork)
        wrong = unless_missed(wanted, record, list(differences(wanted, record, done.returncode)))
        if wanted["verdict"] == record["verdict"] == "crash":
            wrong += not_last(record, done)
        if record["verdict"] == "deadlock" and record["proved"]:
            wrong += unproved(gridlock, folder)
    if wrong:
        print(done.stdout, done.stderr, *wrong, sep="\n")
    return 1 if wrong else 0


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--fork", action="store_true")
    parser.add_argument("gridlock")
    parser.add_argument("script", type=lambda path: pathlib.Path(path).resolve())
    return vars(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main(**arguments()))

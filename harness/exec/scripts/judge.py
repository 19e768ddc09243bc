"""judge.py [--fork] GRIDLOCK SCRIPT: runs the script under gridlock exec and compares what is said of
it with its header. Exit code 1 where that differs.

--fork: its ranks are forked, but for those that the script starts by itself.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from header import expected

# Seconds without an event after which a stall is called one. Whatever ends by itself or is proved
# has all the time that a busy machine wants.
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


def differences(wanted, said, exit_code):
    for key, name in (("verdict", "verdict"), ("class", "class"), ("at_fault", "ranks")):
        if key in wanted and said.get(name) != wanted[key]:
            yield f"{name}: {said.get(name)!r}, expected {wanted[key]!r}"
    proved = said.get("proved", True)
    if wanted["verdict"] == said["verdict"] == "deadlock":
        if proved != wanted.get("proved", True):
            yield f"proved: {proved}, because {said.get('doubt')!r}"
        if wanted.get("doubt", "") not in said.get("doubt", ""):
            yield f"doubt: {said['doubt']!r}, expected {wanted['doubt']!r} in it"
    code = _EXIT_CODES.get(said["verdict"])
    if said["verdict"] == "deadlock" and not proved:
        code = _LIKELY
    if code is not None and exit_code != code:
        yield f"exit code {exit_code}, expected {code}"


def unless_missed(wanted, said, wrong):
    """A miss that is known of is no failure; to be found, or missed in another way, is."""
    if "missed" not in wanted:
        return wrong
    if not wrong:
        return ["it is found: the header need not say that it is missed any more"]
    if said["verdict"] == wanted["missed"]:
        return []
    return [*wrong, f"and it is said to be missed as {wanted['missed']!r}"]


def unproved(gridlock, folder):
    """What is wrong with the certificate, in the checker's words."""
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
        done, said = run(gridlock, script, wanted, folder, fork)
        wrong = unless_missed(wanted, said, list(differences(wanted, said, done.returncode)))
        if said["verdict"] == "deadlock" and said["proved"]:
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

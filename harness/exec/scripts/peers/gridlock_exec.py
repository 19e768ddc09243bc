"""Runs a job under gridlock exec."""

import json
import sys

from peers.answer import Answer
from peers.launch import run

NAME = "gridlock exec"

_NOTHING = ("ended", "crash", "interrupted")


def judge(script, wanted, settings):
    file = settings.folder / "verdict.json"
    command = [settings.gridlock, "exec", "-n", str(wanted["ranks"]), "--python", sys.executable]
    command += ["--timeout", str(settings.seconds), "--json", file]
    command += ["--evidence", settings.folder / "evidence", script]
    done = run(command, settings.limit)
    record = json.loads(file.read_text())
    if record["verdict"] in _NOTHING:
        return Answer(done.seconds, False)
    ranks = tuple(record["ranks"]) if "ranks" in record else None
    classes = frozenset([record["class"]]) if "class" in record else frozenset()
    return Answer(done.seconds, True, classes, ranks, record.get("sentence", record["verdict"]))

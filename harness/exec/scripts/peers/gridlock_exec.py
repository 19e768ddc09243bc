"""gridlock exec."""

import json
import sys

from peers.launch import run
from peers.said import Said

NAME = "gridlock exec"

_NOTHING = ("pass", "crash", "interrupted")


def judge(script, wanted, settings):
    record = settings.folder / "verdict.json"
    command = [settings.gridlock, "exec", "-n", str(wanted["ranks"]), "--python", sys.executable]
    command += ["--timeout", str(settings.seconds), "--json", record]
    command += ["--evidence", settings.folder / "evidence", script]
    done = run(command, settings.limit)
    said = json.loads(record.read_text())
    if said["verdict"] in _NOTHING:
        return Said(done.seconds, False)
    ranks = tuple(said["ranks"]) if "ranks" in said else None
    classes = frozenset([said["class"]]) if "class" in said else frozenset()
    return Said(done.seconds, True, classes, ranks, said.get("sentence", said["verdict"]))

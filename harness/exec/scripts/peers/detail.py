"""Runs a job with TORCH_DISTRIBUTED_DEBUG=DETAIL. torch then compares the ranks' collectives before
it runs them."""

import re

from peers.answer import Answer, Refused
from peers.launch import torchrun
from peers.watchdog import ERROR

NAME = "TORCH_DISTRIBUTED_DEBUG=DETAIL"

_SEGMENTATION_FAULT = "exitcode: -11"
_MISSING = re.compile(r"Ranks? ([\d, ]+) failed to pass monitoredBarrier")
_MISMATCH = re.compile(
    r"Detected mismatch between collectives on ranks\. Rank (\d+) is running[^\n]*?"
    r"(?:but|whereas) Rank (\d+) is running"
)
_DIFFERENT = frozenset(["mismatched operation", "mismatched arguments", "different order"])


def judge(script, wanted, settings):
    done = torchrun(
        script,
        wanted["ranks"],
        "short_timeout.py",
        settings,
        environment={"TORCH_DISTRIBUTED_DEBUG": "DETAIL"},
    )
    if _SEGMENTATION_FAULT in done.output:
        raise Refused("all ranks end with a segmentation fault")
    if done.exit_code in (0, None):
        return Answer(done.seconds, False)
    if mismatch := _MISMATCH.search(done.output):
        ranks = tuple(sorted({int(rank) for rank in mismatch.groups()}))
        return Answer(done.seconds, True, _DIFFERENT, ranks, mismatch.group(0))
    if missing := _MISSING.search(done.output):
        ranks = tuple(sorted(int(rank) for rank in missing.group(1).replace(",", " ").split()))
        return Answer(done.seconds, True, frozenset(["missing rank"]), ranks, missing.group(0))
    error = ERROR.search(done.output)
    return Answer(done.seconds, True, words=error.group(1) if error else "")

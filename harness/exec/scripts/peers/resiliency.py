"""Runs a job under nvidia-resiliency-ext's launcher, with a heartbeat after each optimizer step."""

import importlib.util
import re

from peers.answer import Answer, Refused
from peers.launch import torchrun

NAME = "nvidia-resiliency-ext"

_MISSED = re.compile(r"RankMonServer\d+@[^:\]]+:(\d+)\] (Did not get[^\n]*)")
_START = 3  # timeout of the first heartbeat, times settings.seconds: torch loads slowly


def judge(script, wanted, settings):
    if importlib.util.find_spec("nvidia_resiliency_ext") is None:
        raise Refused("not installed: pip install -r harness/exec/scripts/peers/requirements.txt")
    launcher = [
        "nvidia_resiliency_ext.fault_tolerance.launcher",
        *("--nnodes", "1", "--max-restarts", "0"),
        *("--rdzv-backend", "c10d", "--rdzv-endpoint", "127.0.0.1:0"),
        *("--ft-initial-rank-heartbeat-timeout", str(_START * settings.seconds)),
        *("--ft-rank-heartbeat-timeout", str(settings.seconds)),
        *("--ft-workload-check-interval", "1"),
        *("--ft-enable-nic-monitor", "False"),
    ]
    done = torchrun(script, wanted["ranks"], "heartbeats.py", settings, launcher=launcher)
    missed = _MISSED.findall(done.output)
    if not missed:
        return Answer(done.seconds, False)
    ranks = tuple(sorted({int(rank) for rank, _ in missed}))
    return Answer(done.seconds, True, ranks=ranks, words=missed[0][1])

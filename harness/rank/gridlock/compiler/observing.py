"""Starts and stops the observation of torch.compile."""

import torch
from torch._guards import CompileContext
from torch.distributed import distributed_c10d as c10d

from gridlock import rank_list
from gridlock.compiler import events
from gridlock.compiler.frames import Frames


def observe(report, measure=dict):
    """Calls `report(message)` for each compiled frame from now on. Messages include the fields that
    `measure()` returns (frames.py)."""
    frames = Frames(report, members, measure)

    def on_event(name, metadata, payload):
        frames.on_event(name, metadata, payload, str(CompileContext.current_compile_id()))

    events.listen(on_event)


def stop():
    events.listen(None)


def members(name):
    """Returns the ranks of a group, such as "0,2", or the group's name if torch has no such
    group."""
    try:
        group = c10d._resolve_process_group(name)
    except (RuntimeError, ValueError):
        return name
    return rank_list.words(torch.distributed.get_process_group_ranks(group))

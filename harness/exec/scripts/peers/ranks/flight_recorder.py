"""Runs a rank that dumps its flight recorder to PEER_FOLDER/dumps when its records stop."""

import os
import pathlib
import pickle
import runpy
import sys
import threading
import time

import torch.distributed as dist
from torch._C._distributed_c10d import _dump_fr_trace
from torch.distributed import distributed_c10d as c10d


def groups():
    return {
        c10d._world.pg_names[group]: {
            "name": c10d._world.pg_names[group],
            "desc": group.group_desc,
            "ranks": str(sorted(ranks)),
        }
        for group, ranks in c10d._world.pg_group_ranks.items()
        if group in c10d._world.pg_names  # this rank is a member
    }


def readable(trace):
    """Adds what torchfrtrace needs and gloo's dump lacks: groups, and NCCL's operation names."""
    trace["pg_config"] = groups()
    for entry in trace["entries"]:
        name = entry["process_group"][0]
        entry["process_group"] = (name, trace["pg_config"].get(name, {}).get("desc", ""))
        entry["profiling_name"] = entry["profiling_name"].replace("gloo:", "nccl:")
    return trace


def watch():
    """Writes the dump after PEER_SECONDS without a new record. Removes it when a record follows."""
    dump = pathlib.Path(os.environ["PEER_FOLDER"]) / "dumps" / f"rank_{os.environ['RANK']}"
    last, since = None, time.monotonic()
    while True:
        time.sleep(0.2)
        trace = pickle.loads(_dump_fr_trace()) if dist.is_initialized() else {"entries": []}
        state = [(entry["record_id"], entry["state"]) for entry in trace["entries"]]
        if state != last or not dist.is_initialized():
            last, since = state, time.monotonic()
            dump.unlink(missing_ok=True)
        elif time.monotonic() - since > float(os.environ["PEER_SECONDS"]) and not dump.exists():
            part = dump.with_suffix(".part")
            part.write_bytes(pickle.dumps(readable(trace)))
            part.rename(dump)


threading.Thread(target=watch, daemon=True).start()
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")

"""python -m gridlock_testing.probe_cost SPEC.json RESULT.json: measures the time that the probe
adds to the steps of a training run.

RESULT.json is the result of interleaved.train() for the cell of SPEC.json (see ../../README.md),
the cell's id, and three times in seconds. "event" is the time to record one event in a rank. "call"
is the time of an all_reduce and its wait in a rank. "call_more" is the time that the probe adds to
such a call: it records the call, its place in the program, its wait and its end. The exit code is 1
if a training run did not finish.
"""

import json
import os
import pathlib
import statistics
import sys
import tempfile
import time

from gridlock.start import zygote

_BATCHES = 300
_CALLS = 100  # calls between two readings of the clock


def cost_of_calls():
    """Returns the time of an all_reduce and its wait in a rank, and what the probe adds to it. One
    process alternately calls a group with a probe and a group without one."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(write, json.dumps(_measure()).encode())
        os._exit(0)
    os.close(write)
    with open(read) as answer:
        cost = json.loads(answer.read())
    os.waitpid(pid, 0)
    return cost


def _measure():
    import gridlock_ring
    import torch
    import torch.distributed as dist

    from gridlock.probe import recording

    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        store = dist.FileStore(f"{folder}/store", 1)
        dist.init_process_group("gloo", store=store, rank=0, world_size=1)
        plain = dist.new_group([0])
        ring = gridlock_ring.create_ring()
        recording.install(ring)
        probed = dist.new_group([0])
        tensor = torch.zeros(16)

        def batch(group):
            began = time.perf_counter()
            for _ in range(_CALLS):
                dist.all_reduce(tensor, group=group)
            return time.perf_counter() - began

        before = gridlock_ring.read_ring(ring)["events"]
        pairs = [(batch(probed), batch(plain)) for _ in range(_BATCHES)]
        events = gridlock_ring.read_ring(ring)["events"] - before
        dist.destroy_process_group()
    more = statistics.median(probed - plain for probed, plain in pairs)
    return {
        "event": more * _BATCHES / events,
        "call": statistics.median(plain for _, plain in pairs) / _CALLS,
        "call_more": more / _CALLS,
    }


def main(path, result_path):
    zygote.preload()
    from gridlock_testing import interleaved

    spec = interleaved.read_spec(path)
    result = interleaved.train(spec)
    if result is None:
        return 1
    result |= {"cell": spec["cell"]} | cost_of_calls()
    pathlib.Path(result_path).write_text(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""What a process compiles below `gridlock exec --compile-report`, a line of JSON for each frame, in a
file of that folder (harness/cli/compile_report.h reads them)."""

import json
import os

FOLDER = "GRIDLOCK_COMPILE_REPORT"


def to(_):
    """torch._dynamo.convert_frame has been loaded, and nothing compiled yet."""
    from gridlock import memory
    from gridlock.compiler import observing

    file, owner = None, None

    def report(message):
        nonlocal file, owner
        if owner != os.getpid():  # a forked process has its own
            file, owner = _file(os.environ[FOLDER]), os.getpid()
        file.write(json.dumps(message) + "\n")
        file.flush()

    observing.observe(report, lambda: {"peak_memory_mib": memory.peak_so_far()})


def _file(folder):
    """rank3.jsonl of the process that is rank 3 of the job; rank3.4711.jsonl of another one below it, or
    of one that is in no job (yet); process.4711.jsonl of one that is no rank. It stays open for as long
    as the process lives."""
    from torch import distributed

    joined = distributed.is_available() and distributed.is_initialized()
    rank = distributed.get_rank() if joined else os.environ.get("RANK")
    if joined:
        try:
            return open(os.path.join(folder, f"rank{rank}.jsonl"), "x")
        except FileExistsError:
            pass
    name = "process" if rank is None else f"rank{rank}"
    return open(os.path.join(folder, f"{name}.{os.getpid()}.jsonl"), "a")

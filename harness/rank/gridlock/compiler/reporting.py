"""Writes a report of each compilation in a process under `gridlock exec --compile-report`. Each
process has a file in the report folder, with one line of JSON for each frame
(harness/cli/compile_report.h reads the files)."""

import json
import os

FOLDER = "GRIDLOCK_COMPILE_REPORT"


def to(_):
    """Starts the report. sitecustomize calls this function after torch._dynamo.convert_frame is
    loaded and before anything is compiled."""
    from gridlock import memory
    from gridlock.compiler import observing

    file, owner = None, None

    def report(message):
        nonlocal file, owner
        if owner != os.getpid():  # a forked process opens its own file
            file, owner = _file(os.environ[FOLDER]), os.getpid()
        file.write(json.dumps(message) + "\n")
        file.flush()

    observing.observe(report, lambda: {"peak_memory_mib": memory.peak_so_far()})


def _file(folder):
    """Opens the file of this process and keeps it open until the process ends. The file of rank 3
    of a job is rank3.jsonl. The file of another process that rank 3 started, or of rank 3 before it
    joins a job, is rank3.4711.jsonl. The file of a process without a rank is process.4711.jsonl."""
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

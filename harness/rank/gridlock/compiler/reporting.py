"""Writes the compilations of a process below `gridlock exec --compile-report` to a file in the
report folder, as one line of JSON for each frame (harness/cli/compile_report.h reads the files)."""

import json
import os

FOLDER = "GRIDLOCK_COMPILE_REPORT"


def to(_):
    """Starts the report. sitecustomize calls this when torch._dynamo.convert_frame has been loaded
    and nothing has been compiled yet."""
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
    """Opens the file of this process. Its name is rank3.jsonl for rank 3 of the job. For another
    process below that rank, or for a rank that has not joined a job, it is rank3.4711.jsonl. For a
    process that is not a rank, it is process.4711.jsonl. The file stays open as long as the process
    lives."""
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

"""What a process compiles below `gridlock exec --compile-report`, a line of JSON for each frame, in a
file of that folder (harness/cli/compile_report.h reads them)."""

import json
import os

FOLDER = "GRIDLOCK_COMPILE_REPORT"


def to(_):
    """torch._dynamo.convert_frame has been loaded, and nothing compiled yet."""
    from gridlock import memory
    from gridlock.compiler import observing

    file = None

    def report(message):
        nonlocal file
        file = file or _file(os.environ[FOLDER])  # a forked rank has its number by now
        file.write(json.dumps(message) + "\n")
        file.flush()

    observing.observe(report, lambda: {"peak_memory_mib": memory.peak_so_far()})


def _file(folder):
    """rank3.jsonl; rank3.4711.jsonl of a further process of that rank, process.4711.jsonl of one that
    is no rank. They stay open for as long as the process lives."""
    rank = os.environ.get("RANK")
    if rank is not None:
        try:
            return open(os.path.join(folder, f"rank{rank}.jsonl"), "x")
        except FileExistsError:
            pass
    name = "process" if rank is None else f"rank{rank}"
    return open(os.path.join(folder, f"{name}.{os.getpid()}.jsonl"), "x")

"""Forks the ranks of `gridlock exec --fork` (harness/exec/rank_forker.h is the other side).

Exec starts the script once, by the same command line as a rank. The sitecustomize of that
interpreter calls this module before the script runs: torch is imported, each rank is forked, and
this process ends. Ranks return from here, and the interpreter goes on to the script by itself:
sys.argv, __main__, tracebacks, exit codes and atexit are Python's own.

Once this process has ended, the ranks are children of exec, which is a subreaper. They wait until
exec closes its end of the channel, which signals that end.
"""

import contextlib
import ctypes
import importlib
import json
import os
import sys
import threading
import traceback

from gridlock.start import ablation, graph_count
from gridlock.start.inherited import inherited
from gridlock.start.parents import die_with

ORDER = "GRIDLOCK_FORK"  # JSON: {"channel", "ranks", and optionally "store", "outputs"}

# Every optimizer imports the compiler's front end.
_MODULES = ("torch.distributed", "torch._dynamo")
_CAPTURE = "GRIDLOCK_CAPTURE"  # gridlock/capture/units.py, which needs torch


def fork_ranks():
    """Returns in the ranks only."""
    order = json.loads(os.environ.pop(ORDER))
    try:
        import_modules()
        check_threads()
        fork_all(order, os.getppid())
    except KeyboardInterrupt:
        os._exit(130)
    except Exception:
        traceback.print_exc()
        os._exit(1)


def import_modules():
    """Imports the modules with the sys.path that the script will have."""
    folder = _first_folder()
    if folder:
        sys.path.insert(0, folder)
    with inherited():
        for name in _MODULES:
            importlib.import_module(name)
    if folder:
        sys.path.remove(folder)


def _first_folder():
    """Returns the folder that Python puts first on sys.path when it runs the script; None for
    none."""
    if getattr(sys.flags, "safe_path", False):
        return None
    script = sys.argv[0]
    return os.getcwd() if script == "-m" else os.path.dirname(os.path.realpath(script))


def check_threads():
    """Ends the process if it has several threads, because a fork has one. Forks once before the
    check: pools that end for a fork and begin again after it do so then."""
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    others = set(os.listdir("/proc/self/task")) - {str(os.getpid())}
    if not others:
        return
    if all(_name_of(thread).startswith("cuda") for thread in others) and _forks_can_use_cuda():
        return  # NVML's thread, which it starts when it is asked for GPUs
    known = {str(thread.native_id): thread.name for thread in threading.enumerate()}
    names = ", ".join(known.get(thread) or _name_of(thread) for thread in sorted(others))
    print(f"gridlock: --fork: importing torch started threads: {names}", file=sys.stderr)
    os._exit(1)


def _forks_can_use_cuda():
    """Returns whether a fork can initialize CUDA. CUDA's driver answers CUDA_ERROR_NOT_INITIALIZED
    in a fork of a process that has used it."""
    child = os.fork()
    if child == 0:
        with contextlib.suppress(OSError):
            os._exit(ctypes.CDLL("libcuda.so.1").cuInit(0))
        os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def _name_of(thread):
    with open(f"/proc/self/task/{thread}/comm") as file:
        return file.read().strip()


def fork_all(order, supervisor):
    """Returns in the ranks only."""
    pids = {"ranks": []}
    if "store" in order:
        pids["store"] = os.fork()
        if pids["store"] == 0:
            _serve_store(order, supervisor)
    for rank in range(len(order["ranks"])):
        pid = os.fork()
        if pid == 0:
            return _become_rank(order, rank, supervisor)
        pids["ranks"].append(pid)
    os.write(order["channel"], json.dumps(pids).encode())
    os._exit(0)


def _become_rank(order, rank, supervisor):
    if "outputs" in order:
        os.dup2(order["outputs"][rank], 1)
        os.dup2(order["outputs"][rank], 2)
    _become_child_of(supervisor, order)
    os.environ.update(order.get("environment", {}))
    os.environ.update(order["ranks"][rank])
    _seed()
    if ablation.SETTING in os.environ:
        ablation.prepare()
        ablation.apply(sys.modules["torch"])
    if os.environ.get(graph_count.ORDER):
        graph_count.install(sys.modules["torch"])
    if os.environ.get(_CAPTURE):
        importlib.import_module("gridlock.capture.units").install(sys.modules["torch"])


def _seed():
    """Seeds the generators as in a process of its own. Python's own generator is reseeded
    automatically."""
    sys.modules["torch"].default_generator.seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()


def _serve_store(order, supervisor):
    store = os.dup(order["store"])
    _become_child_of(supervisor, order)
    from gridlock.start import store_server

    store_server.main(store)
    os._exit(0)


def _become_child_of(supervisor, order):
    os.setsid()
    os.read(order["channel"], 1)  # no data comes: exec closes its end when it continues
    for descriptor in (order["channel"], order.get("store"), *order.get("outputs", ())):
        if descriptor is not None:
            os.close(descriptor)
    die_with(supervisor)

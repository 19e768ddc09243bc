"""Forks the ranks of `gridlock exec --fork` (harness/exec/rank_forker.h is the other side).

Exec starts the script once, with the command line of a rank. The sitecustomize of the new
interpreter calls this module before the script runs. This module imports torch, forks each rank and
ends the process. In the ranks, the call returns, and the interpreter runs the script by itself:
sys.argv, __main__, tracebacks, exit codes and atexit are Python's own.

Once the forking process has ended, the ranks are children of exec, which is a subreaper. Each rank
waits until exec closes its end of the channel. Exec does so after the forking process has ended.
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

# torch._dynamo is included, because every optimizer imports the compiler's front end.
_MODULES = ("torch.distributed", "torch._dynamo")
_CAPTURE = "GRIDLOCK_CAPTURE"  # read by gridlock/capture/units.py, which needs torch


def fork_ranks():
    """Forks the ranks. Returns only in the ranks."""
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
    """Imports the modules with the same sys.path that the script will have."""
    folder = _first_folder()
    if folder:
        sys.path.insert(0, folder)
    with inherited():
        for name in _MODULES:
            importlib.import_module(name)
    if folder:
        sys.path.remove(folder)


def _first_folder():
    """Returns the folder that Python puts first on sys.path before it runs the script, or None if
    Python puts no folder there."""
    if getattr(sys.flags, "safe_path", False):
        return None
    script = sys.argv[0]
    return os.getcwd() if script == "-m" else os.path.dirname(os.path.realpath(script))


def check_threads():
    """Ends the process if it has several threads, because a fork would have only one of them. First
    forks once: some thread pools end at a fork and start again later, and would otherwise be
    counted."""
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    others = set(os.listdir("/proc/self/task")) - {str(os.getpid())}
    if not others:
        return
    if all(_name_of(thread).startswith("cuda") for thread in others) and _forks_can_use_cuda():
        return  # NVML's threads, which start when torch asks NVML for the GPUs
    known = {str(thread.native_id): thread.name for thread in threading.enumerate()}
    names = ", ".join(known.get(thread) or _name_of(thread) for thread in sorted(others))
    print(f"gridlock: --fork: importing torch started threads: {names}", file=sys.stderr)
    os._exit(1)


def _forks_can_use_cuda():
    """Returns whether a fork can initialize CUDA. In a fork of a process that has used CUDA, the
    driver returns CUDA_ERROR_NOT_INITIALIZED."""
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
    """Forks all ranks. Returns only in the ranks."""
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
    """Seeds the generators of torch and numpy as in a fresh process. Python itself seeds the
    generator of `random` again in a fork."""
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
    os.read(order["channel"], 1)  # returns without data once exec closes its end
    for descriptor in (order["channel"], order.get("store"), *order.get("outputs", ())):
        if descriptor is not None:
            os.close(descriptor)
    die_with(supervisor)

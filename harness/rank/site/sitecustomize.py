"""Run by every Python below `gridlock exec` before anything else (PYTHONPATH leads here): it waits
for torch.distributed, FSDP and torch's compiler, and has gridlock/probe/attach.py look on from then
on. What ends a rank is told by gridlock/probe/raised.py. Below `gridlock exec --fork` it forks the
ranks, by gridlock/start/forking.py; below `--compile-report` gridlock/compiler/reporting.py tells what
is compiled; in a fork server it starts execs, by
gridlock/start/fork_server.py. Below `gridlock ablate` it changes how torch compiles, by
gridlock/start/ablation.py.

Nothing here may fail or change what a program does: one without torch.distributed meets a finder
more on sys.meta_path, and the sitecustomize that this one hides runs as ever.
"""

import contextlib
import importlib.machinery
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
# What is loaded, and the module of gridlock and its function that are told.
_WATCHED = {
    "torch.distributed.distributed_c10d": ("probe.attach", "to"),
    "torch._dynamo.callback": ("probe.attach", "to_compiler"),
    "torch.distributed.fsdp._fully_shard._fsdp_param_group": ("probe.attach", "to_fsdp"),
    "torch.distributed.fsdp._runtime_utils": ("probe.attach", "to_flat_params"),
}


class _Watcher:
    """Finds nothing itself: it wraps the loaders of some modules."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        told = _WATCHED.pop(name, None)
        if told is None:
            return None
        finders = [finder for finder in sys.meta_path if finder is not cls]
        if not _WATCHED:
            sys.meta_path[:] = finders
        specs = (finder.find_spec(name, path, target) for finder in finders)
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is not None and spec.loader is not None:
            _call_after(spec.loader, told)
        return spec


def _call_after(loader, told):
    execute = loader.exec_module

    def execute_and_attach(module):
        execute(module)
        _attach_to(module, told)

    loader.exec_module = execute_and_attach


def _attach_to(module, told):
    try:
        getattr(_of_gridlock(told[0]), told[1])(module)
    except Exception as error:
        print(f"gridlock: no probe in process {os.getpid()}: {error}", file=sys.stderr)


def _of_gridlock(name):
    # Not for longer than it takes: the package is no part of what the program may import.
    sys.path.insert(0, os.path.dirname(_HERE))
    try:
        return importlib.import_module("gridlock." + name)
    finally:
        sys.path.remove(os.path.dirname(_HERE))


def _tell_of_exceptions(hook):
    def excepthook(of, error, traceback):
        with contextlib.suppress(Exception):
            if "RANK" in os.environ or "torch.distributed" in sys.modules:
                _of_gridlock("probe.raised").tell(error)
        hook(of, error, traceback)

    return excepthook


def _run_the_hidden_one():
    others = [folder for folder in sys.path if os.path.abspath(folder or ".") != _HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


if "GRIDLOCK_ABLATION" in os.environ and "GRIDLOCK_FORK" not in os.environ:
    _of_gridlock("start.ablation").prepare()
    _WATCHED["torch"] = ("start.ablation", "apply")
if "GRIDLOCK_COMPILE_REPORT" in os.environ:
    _WATCHED["torch._dynamo.convert_frame"] = ("compiler.reporting", "to")
if os.environ.get("GRIDLOCK_HUB"):
    sys.meta_path.insert(0, _Watcher)
    sys.excepthook = _tell_of_exceptions(sys.excepthook)
_run_the_hidden_one()
if "GRIDLOCK_FORK" in os.environ:
    _of_gridlock("start.forking").fork_ranks()
if "GRIDLOCK_FORK_SERVER" in os.environ:
    _of_gridlock("start.fork_server").serve()

"""Attaches gridlock to every Python process below `gridlock exec`. PYTHONPATH contains this
module's folder, so Python runs the module before anything else.

When torch.distributed, FSDP or torch's compiler has been loaded, the module calls a function of
gridlock/probe/attach.py. gridlock/probe/raised.py reports the exception that ends a rank. Below
`gridlock exec --fork`, gridlock/start/forking.py forks the ranks. Below `--compile-report`,
gridlock/compiler/reporting.py reports the compilations. In a fork server,
gridlock/start/fork_server.py starts each `gridlock exec`. Below `gridlock ablate`,
gridlock/start/ablation.py changes torch's compilation.

Nothing in this module may fail or change the behavior of a program. In a program without
torch.distributed, it only adds a finder to sys.meta_path. If the program has its own sitecustomize,
which this module hides, this module runs it.
"""

import contextlib
import importlib.machinery
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
# Maps the name of a loaded module to gridlock's module and function to call after the load.
_WATCHED = {
    "torch.distributed.distributed_c10d": ("probe.attach", "to"),
    "torch._dynamo.callback": ("probe.attach", "to_compiler"),
    "torch.distributed.fsdp._fully_shard._fsdp_param_group": ("probe.attach", "to_fsdp"),
    "torch.distributed.fsdp._runtime_utils": ("probe.attach", "to_flat_params"),
}


class _Watcher:
    """Wraps the loaders of some modules. Finds no module itself."""

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
    # The path is present only during the import, so that the program cannot import the package.
    sys.path.insert(0, os.path.dirname(_HERE))
    try:
        return importlib.import_module("gridlock." + name)
    finally:
        sys.path.remove(os.path.dirname(_HERE))


def _tell_of_exceptions(hook):
    def excepthook(of, error, traceback):
        with contextlib.suppress(Exception):
            is_rank = "RANK" in os.environ or "torch.distributed" in sys.modules
            if is_rank and _is_called_by_the_interpreter(sys._getframe()):
                _of_gridlock("probe.raised").tell(error)
        hook(of, error, traceback)

    return excepthook


def _is_called_by_the_interpreter(frame):
    """Returns whether the hook ends the program. A program may call the hook itself to print an
    exception that it has handled; then the program's frames are below the hook's. `frame` is the
    frame of this module's hook, which the program's own hook may have called."""
    outermost = frame
    while outermost.f_back is not None:
        outermost = outermost.f_back
    hook = getattr(sys.excepthook, "__func__", sys.excepthook)
    return outermost.f_code in (frame.f_code, getattr(hook, "__code__", None))


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

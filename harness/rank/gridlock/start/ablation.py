"""Changes torch's compilation in one run of a script without changing the script. Applies the
setting that `gridlock ablate` tests (minimizer/ablation/setting.h is the other side).

A forked rank calls this module once the rank has its environment. In a fresh interpreter,
sitecustomize calls it. prepare() runs before anything else, and apply() runs once torch is loaded.
If a setting cannot be applied, the process ends, because a result without the setting would be
misleading.
"""

import functools
import importlib
import itertools
import json
import os
import sys
import traceback

SETTING = "GRIDLOCK_ABLATION"  # JSON: see _Setting
REPORT = "GRIDLOCK_ABLATION_REPORT"  # a folder for one JSON line per compilation of this process

# The ladder of backends. Each backend does all that the one before does, and one more step of
# compilation.
LADDER = ("none", "eager", "aot_eager", "aot_eager_decomp_partition", "inductor")

_CANNOT_APPLY = 78  # exit code


class _Setting:
    def __init__(self, words):
        self.folder = words.get("folder")  # the folder of the script and its local modules
        self.backend = words.get("backend")  # the highest backend of LADDER that may run
        self.disabled = set(words.get("disabled", ()))  # indices of calls of torch.compile, from 0
        self.config = words.get("config", {})  # values by name: "torch._inductor.config.cse"
        self.bisect = words.get("bisect")  # {"backend", "subsystem", "limit"} of CompilerBisector
        self.unset = words.get("unset", ())  # names of environment variables to remove


def prepare():
    with _Ending():
        setting = _setting()
        if setting.folder:
            sys.path.insert(0, setting.folder)
        for name in setting.unset:
            os.environ.pop(name, None)


def apply(torch):
    with _Ending():
        setting = _setting()
        for name, value in setting.config.items():
            _pin(*name.rsplit(".", 1), value)
        if setting.bisect:
            _bisect(**setting.bisect)
        torch.compile = _compile_with(setting, torch)


class _Ending:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        if isinstance(error, Exception):
            traceback.print_exception(error)
            sys.stderr.flush()
            os._exit(_CANNOT_APPLY)


def _setting():
    return _Setting(json.loads(os.environ[SETTING]))


def _compile_with(setting, torch):
    original = torch.compile
    package = os.path.dirname(torch.__file__) + os.sep
    numbers = itertools.count()

    @functools.wraps(original)
    def compile(model=None, **options):
        if model is None:  # torch's decorator then calls this function with the model
            return original(model, **options)
        number = next(numbers)
        file, line = _caller(package)
        backend = options.get("backend", "inductor")
        _report(region=number, name=_name_of(model), file=file, line=line, backend=str(backend))
        if number in setting.disabled or setting.backend == "none":
            options["disable"] = True
        elif _index(backend) > _index(setting.backend):
            options = _lowered(options, setting.backend)
        return original(model, **options)

    return compile


def _index(backend):
    """Returns the backend's index in LADDER, or the length of LADDER for a backend outside it."""
    known = isinstance(backend, str) and backend in LADDER
    return LADDER.index(backend) if known else len(LADDER)


def _lowered(options, backend):
    """Removes options that another backend would reject."""
    kept = {name: value for name, value in options.items() if name not in ("mode", "options")}
    filters = (options.get("options") or {}).get("guard_filter_fn")
    if filters is not None:
        kept["options"] = {"guard_filter_fn": filters}
    return {**kept, "backend": backend}


def _name_of(model):
    model = getattr(model, "__self__", model)  # Module.compile() compiles a method
    return getattr(model, "__qualname__", type(model).__qualname__)


def _caller(package):
    """Returns the file and line of the innermost frame outside of torch."""
    frame = sys._getframe(2)
    while frame.f_back and (
        frame.f_code.co_filename.startswith(package) or frame.f_code.co_filename == __file__
    ):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def _pin(module, name, value):
    """Sets the entry to a value that the script cannot change later. Does nothing if the installed
    torch lacks the entry."""
    parent, _, child = module.partition(".config.")  # a class in the config module, such as triton
    if child:
        module, name = parent + ".config", f"{child}.{name}"
    config = importlib.import_module(module)
    entry = config._config.get(name)
    if entry is None:
        return
    if entry.alias is not None:
        _pin(*entry.alias.rsplit(".", 1), value)
        return
    entry.env_value_force = value
    if hasattr(config, "_hash_dirty_var"):  # in torch 2.15
        config._hash_dirty_var.set(True)
    else:
        config._is_dirty = True


def _bisect(backend, subsystem, limit):
    """Lets a subsystem of the compiler make only its first `limit` changes. Disables caches,
    because a cached graph may contain later changes."""
    from torch._inductor import compiler_bisector

    _pin("torch._functorch.config", "enable_autograd_cache", False)
    _pin("torch._inductor.config", "fx_graph_cache", False)
    os.environ["TORCH_BISECT_BACKEND"] = backend
    os.environ["TORCH_BISECT_SUBSYSTEM"] = subsystem
    os.environ["TORCH_BISECT_MAX"] = str(limit - 1)
    compiler_bisector.get_env_val.cache_clear()
    bisector = compiler_bisector.CompilerBisector
    bisector.bisection_enabled = True
    disables = bisector.disable_subsystem

    def disable_subsystem(of, name, describe=None):
        disabled = disables(of, name, describe)
        if (of, name) == (backend, subsystem) and not disabled:
            _report(applied=describe() if describe else "")
        return disabled

    bisector.disable_subsystem = staticmethod(disable_subsystem)


def _report(**words):
    folder = os.environ.get(REPORT)
    if not folder:
        return
    with open(os.path.join(folder, f"{os.getpid()}.jsonl"), "a") as file:
        file.write(json.dumps(words) + "\n")

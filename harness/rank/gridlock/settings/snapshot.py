"""Records everything but the program that numerical results and compilers may depend on: versions,
hardware, torch's whole configuration and environment variables.

    python -m gridlock.settings.snapshot FILE             as JSON (harness/settings/snapshot.h)
    python -m gridlock.settings.snapshot FILE --defaults  without variables that change torch
"""

import contextlib
import functools
import importlib
import importlib.util
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
from importlib import metadata

from gridlock.settings.modules import MODULES

# Prefixes of environment variables that torch, its libraries and its compilers read.
_PREFIXES = (
    "AOT", "CC", "CFLAGS", "CPATH", "CPLUS_INCLUDE_PATH", "CPPFLAGS", "CUBLAS", "CUDA", "CUDNN", "CXX",
    "C_INCLUDE_PATH", "FSDP", "GLOO", "HSA", "KMP", "LDFLAGS", "LD_PRELOAD", "LIBRARY_PATH", "MKL",
    "NCCL", "NVIDIA_TF32", "NVTE", "OMP", "OPENBLAS", "PYTHONHASHSEED", "PYTORCH", "ROC", "TORCH",
    "TRITON", "UCX", "XLA",
)  # fmt: skip
_OWN_LIBRARIES = "gridlock_"  # prefix of gridlock's own preloaded libraries
# Globals that are not settings. torch treats every global of a config module as an entry, even an
# imported name.
_NO_SETTINGS = ("TYPE_CHECKING", "env_str")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_HOME = str(pathlib.Path(importlib.util.find_spec("torch").origin).parents[1])
_DRIVER = pathlib.Path("/proc/driver/nvidia/version")
_GPUS = pathlib.Path("/proc/driver/nvidia/gpus")


def take():
    """Returns {"facts": …, "environment": …, "config": …, "set": …}. The first three map names to
    strings. "set" contains the names of the entries that differ from torch's default."""
    variables = environment()  # read before importing torch, which adds variables
    facts = _facts()
    config, changed = _config()
    return {"facts": facts, "environment": variables, "config": config, "set": changed}


def write(path):
    """Writes the whole file or nothing, so that no reader finds an incomplete file."""
    part = pathlib.Path(f"{path}.{os.getpid()}")
    part.write_text(json.dumps(take(), indent=1))
    part.rename(path)


def write_once(path, own=()):
    """Writes the snapshot of a run. Does nothing if an earlier cell has written the file, or if
    this host does not have the folder. `own` are the names of variables that belong to the cell and
    not to the run."""
    if os.path.exists(path):
        return
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        if own:
            plain = {name: value for name, value in os.environ.items() if name not in own}
            plain["PYTHONPATH"] = str(pathlib.Path(__file__).parents[2])  # ranks run without it
            subprocess.run(_command(path), env=plain, check=True, timeout=60)
        else:
            write(path)


def environment():
    found = {name: os.environ[name] for name in sorted(os.environ) if name.startswith(_PREFIXES)}
    preloaded = _foreign(found.pop("LD_PRELOAD", ""))
    return found | ({"LD_PRELOAD": preloaded} if preloaded else {})


def _foreign(libraries):
    """Removes gridlock's own libraries from the list, because they are not part of the user's
    environment."""
    names = libraries.split(":")
    return ":".join(n for n in names if not os.path.basename(n).startswith(_OWN_LIBRARIES))


def _config():
    config, changed = {}, []
    for key, module in MODULES.items():
        with contextlib.suppress(ImportError):
            entries = importlib.import_module(module)
            for name in sorted(_names(entries)):
                with contextlib.suppress(Exception):  # it may be an alias in a missing module
                    config[f"{key}.{name}"] = _text(_value(entries, name))
                    if not entries._is_default(name):
                        changed.append(f"{key}.{name}")
    return config | _switches(), changed


def _switches():
    """Returns torch's settings that are not in config modules, and what an unset one means."""
    import torch

    backends = torch.backends
    switches = {
        "cuda.matmul.allow_tf32": backends.cuda.matmul.allow_tf32,
        "cudnn.allow_tf32": backends.cudnn.allow_tf32,
        "cudnn.benchmark": backends.cudnn.benchmark,
        "cudnn.deterministic": backends.cudnn.deterministic,
        "deterministic_algorithms": torch.are_deterministic_algorithms_enabled(),
        "float32_matmul_precision": torch.get_float32_matmul_precision(),
        "mkldnn.enabled": torch._C._get_mkldnn_enabled(),
        "num_threads": torch.get_num_threads(),
    }
    with contextlib.suppress(ImportError):  # the class may move
        switches["fsdp.reduce_dtype"] = f"None: {_unset_reduce_dtype()}"
    return {f"torch.{name}": _text(value) for name, value in switches.items()}


def _unset_reduce_dtype():
    """Returns which dtype FSDP2 reduces gradients in if its policy has no reduce_dtype. torch 2.15
    has changed it (torch/distributed/fsdp/_fully_shard/_fsdp_api.py)."""
    from torch.distributed.fsdp._fully_shard._fsdp_param import FSDPParam

    return "grad_dtype" if hasattr(FSDPParam, "unsharded_grad_dtype") else "param_dtype"


def _names(entries):
    """Returns the names of the entries, including those with a leading underscore. Most of these
    change the compiled code. Some, such as _cache_config_ignore_prefix, name settings that may
    differ without making a cached graph invalid."""
    return (name for name in entries._config if name not in _NO_SETTINGS)


def _value(entries, name):
    return functools.reduce(getattr, name.split("."), entries)


def _text(value):
    """Returns the value as text that is the same in all processes."""
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(_text, value))) + "}"
    if callable(value):
        return f"{value.__module__}.{getattr(value, '__qualname__', type(value).__qualname__)}"
    return _ADDRESS.sub("", repr(value)).replace(_HOME, "site-packages")


def _facts():
    import torch

    version, _, build = torch.__version__.partition("+")
    facts = {
        "torch": version,
        "build": build,
        "git": str(torch.version.git_version)[:12],
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "C library": " ".join(platform.libc_ver()),
        "CUDA": str(torch.version.cuda),
        "NCCL": _nccl(torch),
        "triton": _triton(),
        "driver": _first_match(_DRIVER, r"Kernel Module.*?\s(\d[\d.]+)\s"),
        "GPUs": str(torch.cuda.device_count() or ""),
        "GPU models": _gpu_models(),
        "C++ compiler": _compiler(),
        "cores": str(len(os.sched_getaffinity(0))),
        "CPU": _first_match("/proc/cpuinfo", r"model name\s*:\s*(.*)"),
        "CPU flags": _first_match("/proc/cpuinfo", r"flags\s*:\s*(.*)"),
        "vectors": torch.backends.cpu.get_cpu_capability(),
    }
    return {name: text for name, text in facts.items() if text not in ("", "None")}


def _nccl(torch):
    with contextlib.suppress(Exception):  # a build of torch may lack this function
        return ".".join(map(str, torch.cuda.nccl.version()))
    return ""


def _triton():
    with contextlib.suppress(metadata.PackageNotFoundError):
        return metadata.version("triton")
    return ""


def _gpu_models():
    """Returns the GPU models as the driver names them. Does not ask torch, because torch would
    initialize CUDA in this process, even for cells on CPUs."""
    models = {_first_match(file, r"Model:\s*(.*)") for file in _GPUS.glob("*/information")}
    return ", ".join(sorted(models - {""}))


def _compiler():
    """Returns the version of the C++ compiler that inductor calls by default."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        command = [os.environ.get("CXX", "g++"), "--version"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
        return done.stdout.split("\n")[0]
    return ""


def _first_match(path, pattern):
    with contextlib.suppress(OSError):
        found = re.search(pattern, pathlib.Path(path).read_text())
        return found[1].strip() if found else ""
    return ""


def _command(path):
    return [sys.executable, "-m", "gridlock.settings.snapshot", path]


def main(path, *options):
    variables = environment()
    if options and variables:
        plain = {name: value for name, value in os.environ.items() if name not in variables}
        os.execve(sys.executable, _command(path), plain)
    write(path)


if __name__ == "__main__":
    main(*sys.argv[1:])

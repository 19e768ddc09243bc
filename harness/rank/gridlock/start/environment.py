"""Sets the environment variables that must be set before torch is imported. Does not import
torch."""

import os
import tempfile

# Variables that prevent threads. A forked rank must not inherit threads, and 32 ranks on two cores
# must not start a thread pool each.
FORKABLE = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "TORCH_WARM_POOL": "0",
    "TORCHINDUCTOR_COMPILE_THREADS": "1",
    # Without this variable, torch queries the CUDA runtime for devices. CUDA is then unusable in
    # every forked child ("in bad fork").
    "PYTORCH_NVML_BASED_CUDA_CHECK": "1",
    # Without this variable, the RAS service of NCCL uses the same port in all cells.
    "NCCL_RAS_ENABLE": "0",
}


_OWN_LIBRARIES = ("gridlock_device.so", "gridlock_threads.so")


def make_forkable():
    """Sets the variables of FORKABLE that are not already set."""
    _keep_to_itself()
    for name, value in FORKABLE.items():
        os.environ.setdefault(name, value)


def _keep_to_itself():
    """Removes gridlock's own libraries from LD_PRELOAD, so that compilers that this process starts
    do not load them."""
    loaded = os.environ.pop("LD_PRELOAD", "").split(":")
    others = [library for library in loaded if not library.endswith(_OWN_LIBRARIES)]
    if any(others):
        os.environ["LD_PRELOAD"] = ":".join(others)


def become(variables):
    """Replaces the whole environment of the process. `variables` are texts of the form
    "NAME=value"."""
    os.environ.clear()
    os.environ.update(variable.split("=", 1) for variable in variables)
    make_forkable()
    tempfile.tempdir = None  # Python then reads TMPDIR again


def set_rank(spec):
    """Sets the variables that torchrun sets, for cases that read these variables."""
    os.environ.update(
        RANK=str(spec["rank"]),
        WORLD_SIZE=str(spec["world_size"]),
        LOCAL_RANK=str(spec["local_rank"]),
        LOCAL_WORLD_SIZE=str(spec.get("local_world_size", spec["world_size"])),
        MASTER_ADDR=spec["master_addr"],
        MASTER_PORT=str(spec["master_port"]),
    )

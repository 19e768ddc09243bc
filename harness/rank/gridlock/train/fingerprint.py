"""The facts that the numbers of a cell may depend on besides the cell."""

import platform

import torch


def of(device):
    """Returns {"torch": "2.11.0", "device": "cpu", "hardware": "AVX512", …}; golden/recorded.h
    compares it."""
    version, _, build = torch.__version__.partition("+")
    facts = {
        "torch": version,
        "build": build,
        "python": platform.python_version(),
        "device": device.type,
        "hardware": _hardware(device),
    }
    if device.type == "cuda":
        facts["cuda"] = torch.version.cuda
        facts["nccl"] = ".".join(map(str, torch.cuda.nccl.version()))
    return facts


def _hardware(device):
    """Returns the widest vectors that torch's kernels use, or the GPU."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return torch.backends.cpu.get_cpu_capability()

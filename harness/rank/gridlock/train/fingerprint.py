"""Collects the facts that the numerical results of a cell may depend on, apart from the cell's
axes."""

import platform

import torch


def of(device):
    """Returns the facts, such as {"torch": "2.11.0", "device": "cpu", "hardware": "AVX512", …}.
    golden/recorded.h compares them."""
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
    """Returns the widest vector instructions that torch's kernels use, or the GPU's name."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return torch.backends.cpu.get_cpu_capability()

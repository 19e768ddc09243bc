"""Compares what the device library replaces with what torch calls."""

import importlib.util
import pathlib
import re
import subprocess
import sys
import unittest

LIBRARY = "gridlock_device.so"


def symbols(library, *which):
    listed = subprocess.run(
        ["nm", "-D", *which, library], capture_output=True, text=True, check=True
    ).stdout
    return {line.split()[-1].partition("@")[0] for line in listed.splitlines()}


def device_library():
    for folder in sys.path:
        if (path := pathlib.Path(folder) / LIBRARY).exists():
            return path
    raise FileNotFoundError(LIBRARY)


def nccl_header():
    """Returns the header of the NCCL that comes with torch, or None."""
    try:
        package = importlib.util.find_spec("nvidia.nccl")
    except ModuleNotFoundError:
        return None
    if package is None:
        return None
    header = pathlib.Path(next(iter(package.submodule_search_locations))) / "include" / "nccl.h"
    return header if header.exists() else None


def on_streams(header):
    """Returns the functions of NCCL that take a stream."""
    prototypes = re.findall(r"\bncclResult_t\s+(nccl\w+)\(([^;{]*)\)\s*;", header.read_text())
    return {name for name, arguments in prototypes if "cudaStream_t" in arguments}


class DeviceFunctions(unittest.TestCase):
    def test_every_function_of_nccl_that_torch_calls_on_a_stream_is_followed(self):
        torch = pathlib.Path(importlib.util.find_spec("torch").origin).parent
        header, caller = nccl_header(), torch / "lib" / "libtorch_cuda.so"
        if header is None or not caller.exists():
            self.skipTest("this torch comes without NCCL")
        called = symbols(caller, "--undefined-only") & on_streams(header)
        self.assertIn("ncclAllReduce", called)
        followed = symbols(device_library(), "--defined-only")
        self.assertEqual(called - followed, set())


if __name__ == "__main__":
    unittest.main()

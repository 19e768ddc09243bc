"""python -m gridlock.start.store_server DESCRIPTOR: serves the store of all ranks, until it is ended.

A process of its own, as it is under torchrun: no rank's exit takes it along. DESCRIPTOR is a
listening socket, so that the port is known, and taken, before torch is loaded.
"""

import ctypes
import importlib.util
import os
import signal
import socket
import sys
import types

# What /proc/PID/comm says: harness/inspect/outside_processes.cc recognizes the process by it.
_NAME = b"gridlock-store"
_PR_SET_NAME = 15
_WHOLE = "whole"


def _store_of_torch_without_its_python():
    """torch's C++ needs a third of the two seconds of a processor that `import torch` takes, most of
    which are spent beside the ranks' own imports. Raises what imports and look-ups raise where a
    version is made in another way."""
    places = importlib.util.find_spec("torch").submodule_search_locations
    for name in ("torch", "torch.distributed"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules["torch"].__path__ = places
    from torch import _C

    _C._c10d_init()
    return _C._distributed_c10d.TCPStore


def _store_class(descriptor, whole):
    if whole or "torch" in sys.modules:  # as in what is forked
        from torch.distributed import TCPStore

        return TCPStore
    try:
        return _store_of_torch_without_its_python()
    except Exception:  # once loaded in part, it cannot be loaded again
        arguments = ["-m", "gridlock.start.store_server", str(descriptor), _WHOLE]
        os.execv(sys.executable, [sys.executable, *arguments])


def main(descriptor, whole=""):
    ctypes.CDLL(None).prctl(_PR_SET_NAME, _NAME, 0, 0, 0)
    store_class = _store_class(descriptor, whole)
    port = socket.socket(fileno=descriptor)
    number = port.getsockname()[1]
    store = store_class(
        "127.0.0.1",
        number,
        is_master=True,
        wait_for_workers=False,
        master_listen_fd=port.detach(),
    )
    signal.pause()
    del store


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])

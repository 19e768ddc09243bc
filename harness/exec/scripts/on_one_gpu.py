"""Runs a script of several ranks on one GPU: python on_one_gpu.py SCRIPT [ARGUMENT …]

NCCL refuses two ranks of one host on a GPU. Here, each rank claims to be on a host of its own, so
that NCCL connects the ranks by sockets."""

import os
import pathlib
import runpy
import sys

os.environ["NCCL_HOSTID"] = f"host{os.environ['RANK']}"
os.environ["LOCAL_RANK"] = "0"  # by which scripts select their GPU
os.environ.setdefault("NCCL_SOCKET_IFNAME", "lo")
sys.argv = sys.argv[1:]
sys.path.insert(0, str(pathlib.Path(sys.argv[0]).resolve().parent))
runpy.run_path(sys.argv[0], run_name="__main__")

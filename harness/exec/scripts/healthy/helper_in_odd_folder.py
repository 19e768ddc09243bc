# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""A helper program sets the key that all ranks wait for. Its command line contains the name of a
tool that sets no keys."""

import os
import subprocess
import sys

import torch.distributed as dist

HELPER = """
import sys, time
from torch.distributed import TCPStore
store = TCPStore(sys.argv[1], int(sys.argv[2]), is_master=False)
time.sleep(4)
store.set("go", "1")
"""


def main():
    dist.init_process_group("gloo")
    address, port = os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"]
    helper = None
    if dist.get_rank() == 0:
        words = ["/opt/py-spy-tools/multiprocessing.resource_tracker"]
        helper = subprocess.Popen([sys.executable, "-c", HELPER, address, port, *words])
    dist.barrier()
    store = dist.TCPStore(address, int(port), is_master=False)
    store.wait(["go"])
    dist.barrier()
    if helper is not None:
        helper.wait()
    dist.destroy_process_group()


main()

# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [3]
# ///
"""The program registers gloo under a name of its own, as vendors do with their backends. Rank 3
leaves out the all_reduce over dp in step 3."""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh


def make(store, rank, size, timeout):
    return dist.ProcessGroupGloo(store, rank, size, timeout)


def main():
    dist.Backend.register_backend("vendor", make, devices=["cpu"])
    dist.init_process_group("vendor")
    rank = dist.get_rank()
    mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
    for step in range(5):
        gradient = torch.ones(4)
        if not (rank == 3 and step == 3):
            dist.all_reduce(gradient, group=mesh.get_group("dp"))
        dist.all_reduce(gradient, group=mesh.get_group("tp"))
    dist.barrier()


main()

"""Calls in which all ranks meet, and wait until the late one comes."""

import torch
import torch.distributed as dist


def check(value, wanted):
    if value.tolist() != [wanted] * 4:
        raise RuntimeError(f"{value.tolist()} is not {wanted} in each place")


def all_reduce(late):
    size = dist.get_world_size()
    x = torch.full((4,), dist.get_rank() + 1.0)
    dist.all_reduce(x)
    check(x, size * (size + 1) / 2)


def recv(late):
    x = torch.full((4,), 7.0)
    if dist.get_rank() != late:
        x.zero_()
        dist.recv(x, late)
        check(x, 7.0)
        return
    for rank in range(dist.get_world_size()):
        if rank != late:
            dist.send(x, rank)


def store_wait(late):
    store = dist.distributed_c10d._get_default_store()
    if dist.get_rank() == late:
        store.set("arrived", "yes")
    else:
        store.wait(["arrived"])


def barrier(late):
    dist.barrier()


def new_group(late):
    all_ranks = list(range(dist.get_world_size()))
    dist.new_group(all_ranks)

# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""Neighbors swap the edges of their slices. In the first exchange, one sends and the other
receives. In the second, both send and receive in one batch. Rank 1 arrives late in some steps."""

import os
import time

import torch
import torch.distributed as dist

HALO = 2


def exchange_in_turn(x):
    rank = dist.get_rank()
    received = torch.empty_like(x[..., :HALO])
    edge = x[..., -HALO:].contiguous()
    if rank == 0:
        dist.send(edge, 1)
        dist.recv(received, 1)
    else:
        dist.recv(received, 0)
        dist.send(edge, 0)
    return received


def exchange_together(x):
    other = 1 - dist.get_rank()
    received = torch.empty_like(x[..., :HALO])
    edge = x[..., -HALO:].contiguous()
    works = dist.batch_isend_irecv(
        [dist.P2POp(dist.irecv, received, other), dist.P2POp(dist.isend, edge, other)]
    )
    for work in works:
        work.wait()
    return received


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    x = torch.full((1, 1, 64), float(rank), device=device)
    for step in range(40):
        if rank == 1 and step in (3, 20):
            time.sleep(2)
        for exchange in (exchange_in_turn, exchange_together):
            assert exchange(x).sum().item() == HALO * (1 - rank)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

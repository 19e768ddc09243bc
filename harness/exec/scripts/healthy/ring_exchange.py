# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""A ring with batch_isend_irecv, like ring attention. All ranks post their send and their receive
together, and then wait for both."""

import time

import torch
import torch.distributed as dist


def shift(block):
    rank, size = dist.get_rank(), dist.get_world_size()
    received = torch.empty_like(block)
    operations = [
        dist.P2POp(dist.isend, block, (rank + 1) % size),
        dist.P2POp(dist.irecv, received, (rank - 1) % size),
    ]
    for work in dist.batch_isend_irecv(operations):
        work.wait()
    return received


def ring_attention(q, k, v):
    scores, values = [], []
    for _ in range(dist.get_world_size()):
        scores.append(q @ k.T)
        values.append(v)
        k, v = shift(k), shift(v)
    weights = torch.softmax(torch.cat(scores, dim=1), dim=1)
    return weights @ torch.cat(values)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    q, k, v = torch.randn(3, 16, 8)
    for step in range(8):
        time.sleep(0.2 * rank)  # ranks differ in speed
        out = ring_attention(q, k, v)
        norm = out.square().sum()
        dist.all_reduce(norm)
        if rank == 0:
            print(f"step {step} norm {norm.sqrt().item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

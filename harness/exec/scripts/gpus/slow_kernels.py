# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""One GPU has seconds of work before the ranks exchange data. Both hosts wait, each for its own
stream. Meanwhile only the kernels make progress."""

import os

import torch
import torch.distributed as dist

PRODUCTS = 15  # each takes 0.15 s on an H200


def compute(square):
    for _ in range(PRODUCTS):
        square = square @ square
        square /= square.norm()
    return square


def exchange_both_ways(x):
    other = 1 - dist.get_rank()
    received = torch.empty_like(x)
    ops = [dist.P2POp(dist.irecv, received, other), dist.P2POp(dist.isend, x, other)]
    for work in dist.batch_isend_irecv(ops):
        work.wait()
    return received.sum().item()


def reduce_together(x):
    norms = [x.clone(), x.clone().square()]
    with dist._coalescing_manager(device=x.device):
        for norm in norms:
            dist.all_reduce(norm)
    return norms[1].sum().item()


def reduce_in_turn(x):
    dist.all_reduce(x)
    first = dist.all_reduce(x, async_op=True)
    second = dist.all_reduce(x, async_op=True)
    first.wait()
    second.wait()
    return x.sum().item()


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    square = torch.randn(16384, 16384, device=device)
    exchanges = [exchange_both_ways, reduce_together, reduce_in_turn, exchange_both_ways]
    for step, exchange in enumerate(exchanges):
        if step % 2 == dist.get_rank():
            square = compute(square)
        print(f"step {step} {exchange(square[0, :64].contiguous()):.4f}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

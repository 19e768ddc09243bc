# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "unmatched send"
# at_fault = [3]
# ///
"""Workers push gradients to a parameter server that expects the same number from each worker.
Worker 3 has one batch more, and no receive matches its push."""

import torch
import torch.distributed as dist
import torch.nn as nn

SERVER = 0
BATCHES = 5


def serve(weights, workers):
    gradient = torch.empty_like(weights)
    for _ in range(BATCHES):
        for worker in workers:
            dist.recv(gradient, src=worker)
            weights -= 0.01 * gradient
        for worker in workers:
            dist.send(weights, dst=worker)
    print(f"norm of the weights: {weights.norm():.4f}")


def work(rank, weights):
    samples = 41 if rank == 3 else 40
    for x in torch.randn(samples, 6).split(8):
        weights = weights.detach().requires_grad_()
        nn.functional.mse_loss(x @ weights, x).backward()
        dist.send(weights.grad, dst=SERVER)
        weights = torch.empty_like(weights)
        dist.recv(weights, src=SERVER)


def main():
    dist.init_process_group("gloo")
    rank, size = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(0)
    weights = torch.randn(6, 6)
    for epoch in range(2):
        if rank == SERVER:
            serve(weights, range(1, size))
        else:
            work(rank, weights)
        dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

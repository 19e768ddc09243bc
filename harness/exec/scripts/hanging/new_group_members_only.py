# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "group membership"
# at_fault = [0]
# ///
"""Only the trainers make their group, although every rank must call new_group, even the evaluator.
Rank 0 is the evaluator. It therefore numbers its groups differently, and the next group is never
completed."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn

EVALUATOR = 0
TRAINERS = [1, 2, 3]


def train(trainers):
    model = nn.Linear(4, 4)
    for _ in range(3):
        x = torch.randn(8, 4)
        model.zero_grad()
        model(x).square().mean().backward()
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad, group=trainers)
    return model


def load_validation_data():
    time.sleep(4)
    return torch.randn(16, 4)


def publish(weights, source):
    updates = dist.new_group()  # separate from the traffic of the training
    dist.broadcast(weights, src=source, group=updates)
    return weights


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    weights = torch.zeros(4, 4)
    if rank in TRAINERS:
        trainers = dist.new_group(TRAINERS)
        weights = train(trainers).weight.detach()
    else:
        data = load_validation_data()
    weights = publish(weights, source=TRAINERS[0])
    if rank == EVALUATOR:
        print(f"validation: {(data @ weights.T).norm():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

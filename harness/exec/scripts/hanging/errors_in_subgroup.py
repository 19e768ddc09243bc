# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [1]
# ///
"""The trainers exchange reports only `if problems`, and rank 1 has none. It waits at the barrier at
the end of the round while the other trainers gather."""

import torch
import torch.distributed as dist
import torch.nn as nn

TRAINERS = [0, 1, 2]
EVALUATOR = 3


def exchange_reports(problems, trainers):
    reports = [None] * len(TRAINERS)
    dist.all_gather_object(reports, problems, group=trainers)
    if dist.get_rank() == 0:
        print("problems:", reports)


def train_round(model, rank, number, trainers):
    problems = []
    for batch in range(4):
        model.zero_grad()
        model(torch.randn(4, 8)).square().mean().backward()
        dist.all_reduce(model.weight.grad, group=trainers)
        if number == 2 and rank != 1 and batch == rank:
            problems.append(f"rank {rank}: batch {batch} was empty")
    if problems:
        exchange_reports(problems, trainers)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    trainers = dist.new_group(TRAINERS)
    torch.manual_seed(0)
    model = nn.Linear(8, 8)
    for number in range(4):
        if rank in TRAINERS:
            train_round(model, rank, number, trainers)
        if rank == TRAINERS[0]:
            dist.send(model.weight.detach(), dst=EVALUATOR)
        elif rank == EVALUATOR:
            dist.recv(model.weight.data, src=TRAINERS[0])
            print(f"round {number}: norm {model.weight.norm():.4f}")
        dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

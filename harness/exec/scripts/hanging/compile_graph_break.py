# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [0]
# ///
"""All ranks evaluate guards together, so that they recompile together. A print breaks rank 0's
graph after a collective. Only rank 0 therefore has a second graph, and it evaluates the guards of
that graph alone."""

import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as funcol
import torch.nn as nn

torch.compiler.set_enable_guard_collectives(True)


class MeanOverRanks(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.verbose = False

    def forward(self, x):
        h = self.linear(x)
        mean = funcol.all_reduce(h, "sum", dist.group.WORLD) / dist.get_world_size()
        if self.verbose:
            print("mean activation", mean.mean())
        return (h - mean).relu()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(0)
    model = MeanOverRanks(8)
    compiled = torch.compile(model, backend="aot_eager")
    for step in range(6):
        model.verbose = rank == 0 and step % 2 == 1
        with torch.no_grad():
            score = compiled(torch.randn(4, 8)).mean()
        dist.all_reduce(score)
        if rank == 0:
            print(f"step {step} score {score.item():.4f}")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

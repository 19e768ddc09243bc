# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [0]
# torch = "2.15"
# ///
"""The compilers of all ranks agree on whether their caches have the graph. Rank 0's last batch is
longer, so it alone compiles again, and asks the other ranks in vain."""

import torch
import torch._functorch.config as functorch_config
import torch.distributed as dist
import torch.nn as nn

functorch_config._sync_cache_decision_cross_ranks = True


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    compiled = torch.compile(model, dynamic=False)
    rows = [4, 4, 4, 6 if dist.get_rank() == 0 else 4]
    for step, count in enumerate(rows):
        optimizer.zero_grad()
        compiled(torch.ones(count, 8)).square().mean().backward()
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad)
        optimizer.step()
        print(f"rank {dist.get_rank()}: step {step} done", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

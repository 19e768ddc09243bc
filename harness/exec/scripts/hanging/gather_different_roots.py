# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched arguments"
# at_fault = [0]
# ///
"""The rank with the best score gathers the predictions of all ranks. Each rank looks up the best
rank in its own table of scores. Rank 0's table is outdated and has a different best rank."""

import torch
import torch.distributed as dist
import torch.nn as nn


class Scores:
    def __init__(self, size):
        self.table = torch.zeros(size)

    def update(self, score):
        scores = [torch.zeros(1) for _ in range(dist.get_world_size())]
        dist.all_gather(scores, score.reshape(1))
        if dist.get_rank() != 0 or self.table.sum() == 0:  # rank 0 updates its table only once
            self.table = torch.cat(scores)

    def best(self):
        return int(self.table.argmax())


def main():
    dist.init_process_group("gloo")
    rank, size = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(0)
    model = nn.Linear(4, 4)
    scores = Scores(size)
    for step in range(4):
        x = torch.randn(8, 4)
        with torch.no_grad():
            predictions = model(x)
        scores.update(torch.tensor(float((rank + step) % size)))
        collected = None
        if rank == scores.best():
            collected = [torch.empty_like(predictions) for _ in range(size)]
        dist.gather(predictions, collected, dst=scores.best())
        if collected:
            mean = torch.stack(collected).mean()
            print(f"step {step}: rank {rank} collected, mean {mean:.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

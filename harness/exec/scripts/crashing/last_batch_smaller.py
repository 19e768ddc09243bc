# /// gridlock
# ranks = 2
# verdict = "crash"
# class = "killed"
# ///
"""One all_gather gathers the predictions, but rank 1's last batch is smaller. gloo treats an
unexpected number of bytes as a program error and aborts."""

import torch
import torch.distributed as dist
import torch.nn as nn

SAMPLES = 63


@torch.no_grad()
def predict(model, rank, size):
    x = torch.linspace(0, 1, SAMPLES * 4).reshape(SAMPLES, 4)
    predictions = []
    for batch in x[rank::size].split(8):
        mine = model(batch)
        gathered = [torch.empty_like(mine) for _ in range(size)]
        dist.all_gather(gathered, mine)
        predictions += gathered
    return torch.cat(predictions)


def main():
    dist.init_process_group("gloo")
    rank, size = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(0)
    predictions = predict(nn.Linear(4, 2), rank, size)
    if rank == 0:
        print(f"{len(predictions)} predictions, mean {predictions.mean():.4f}")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

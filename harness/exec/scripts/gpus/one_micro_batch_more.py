# /// gridlock
# ranks = 4
# verdict = "deadlock"
# proved = false  # NCCL may let ranks 0, 2 and 3 go on from their first collective
# class = "unmatched receive"
# ///
"""Rank 0 sends 4 micro-batches, of which rank 1 expects 5. The other ranks wait in a barrier."""

import os

import torch
import torch.distributed as dist


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    x = torch.empty(1024, device=device)
    if rank == 0:
        for i in range(4):
            dist.send(torch.full((1024,), float(i), device=device), 1)
        torch.cuda.synchronize()
    elif rank == 1:
        for _ in range(5):
            dist.recv(x, 0)
        print(x[0].item(), flush=True)
    dist.barrier()
    torch.cuda.synchronize()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

# /// gridlock
# ranks = 2
# verdict = "desync"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""An expert-parallel loop: rank 1 has no tokens in step 3 and skips the exchange."""

import os

import torch
import torch.distributed as dist


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    x = torch.ones(dist.get_world_size() * 1024, device=device)
    for step in range(6):
        y = torch.empty_like(x)
        if not (step == 3 and rank == 1):
            dist.all_to_all_single(y, x)
        y.sum().item()
    dist.barrier()
    torch.cuda.synchronize()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

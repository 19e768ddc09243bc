# /// gridlock
# ranks = 2
# verdict = "desync"
# class = "mismatched arguments"
# at_fault = [0]
# ///
"""Rank 0 alone gathers a sharded weight (2-D, float32) in step 4. Rank 1 makes the next all-gather
of the training (1-D, bfloat16)."""

import os

import torch
import torch.distributed as dist


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    flat = torch.ones(512 * 256, device=device, dtype=torch.bfloat16)
    weight = torch.ones(512, 256, device=device)
    gathered = torch.empty(2 * flat.numel(), device=device, dtype=flat.dtype)
    for step in range(6):
        if step == 4 and rank == 0:
            whole = torch.empty(1024, 256, device=device)
            dist.all_gather_into_tensor(whole, weight)
            whole.sum().item()
        dist.all_gather_into_tensor(gathered, flat)
        value = gathered.sum().item()
        print(f"step {step} loss {value:.1f}", flush=True)
    dist.barrier()
    torch.cuda.synchronize()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

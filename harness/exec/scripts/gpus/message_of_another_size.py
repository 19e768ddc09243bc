# /// gridlock
# ranks = 2
# verdict = "desync"
# class = "mismatched message"
# at_fault = [1]
# ///
"""A pipeline in which rank 1 sends one gradient fewer than rank 0 receives. Rank 0 waits for
131,072 elements, and rank 1 sends the one element of its loss."""

import os

import torch
import torch.distributed as dist


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    for step in range(6):
        loss, gradient = torch.ones((), device=device), torch.ones(131072, device=device)
        count = 4
        if rank == 0:
            for _ in range(count):
                dist.recv(gradient, src=1)
            gradient.sum().item()
            dist.recv(loss, src=1)
            print(f"step {step} loss {loss.item():.1f}", flush=True)
        else:
            if step == 4:
                count -= 1
            for _ in range(count):
                dist.send(gradient, dst=0)
            dist.send(loss, dst=0)
            torch.cuda.synchronize()
        dist.barrier()
        torch.cuda.synchronize()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

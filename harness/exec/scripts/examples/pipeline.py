# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""A pipeline with one stage per rank, on torch.distributed.pipelining with GPipe or 1F1B. There is
one process per GPU with NCCL, or several processes on the CPU with gloo."""

import argparse
import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.pipelining import PipelineStage, Schedule1F1B, ScheduleGPipe

SCHEDULES = {"gpipe": ScheduleGPipe, "1f1b": Schedule1F1B}


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--microbatches", type=int, default=8)
    parser.add_argument("--schedule", choices=SCHEDULES, default="1f1b")
    parser.add_argument("--cpu", action="store_true", help="even where there is a GPU")
    return parser.parse_args()


def setup(use_cpu):
    if torch.cuda.is_available() and not use_cpu:
        device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(device)
        dist.init_process_group("nccl", device_id=device)
    else:
        device = torch.device("cpu")
        dist.init_process_group("gloo")
    return device


def main():
    args = parse_args()
    device = setup(args.cpu)
    rank, stages = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(rank)
    module = nn.Sequential(nn.Linear(args.width, args.width), nn.Tanh()).to(device)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.5)
    stage = PipelineStage(module, rank, stages, device)
    schedule = SCHEDULES[args.schedule](
        stage, args.microbatches, loss_fn=nn.functional.mse_loss, scale_grads=True
    )
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(args.batch_size, args.width, generator=generator).to(device)
    target = 0.5 * x.tanh()
    for step in range(args.steps):
        optimizer.zero_grad()
        losses = []
        if rank == 0:
            schedule.step(x)
        elif rank == stages - 1:
            schedule.step(target=target, losses=losses)
        else:
            schedule.step()
        optimizer.step()
        loss = torch.stack(losses).mean().detach() if losses else torch.zeros((), device=device)
        dist.broadcast(loss, src=stages - 1)
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

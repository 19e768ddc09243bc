"""Trains small models on GPUs, whose steps are bound by launches, and writes the times.

    gpu_steps.py STEPS FOLDER VARIANT OTHER    (each rank; see gpu_cost.py)

Two jobs, the variants, take turns: while rank r of one makes a step, rank r of the other waits at
the named pipe FOLDER/VARIANT.r. Rank 0 writes FOLDER/VARIANT.json, the seconds of each step of each
model, and of each batch of calls."""

import functools
import json
import os
import pathlib
import sys
import time

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel

WIDTH = 256
CALLS = 50  # in a batch


def block():
    return torch.nn.Sequential(
        torch.nn.LayerNorm(WIDTH), torch.nn.Linear(WIDTH, WIDTH), torch.nn.GELU()
    )


class ReducedInBothPasses(torch.autograd.Function):
    """The sum over the ranks of a tensor-parallel layer's output, and of its input's gradient."""

    @staticmethod
    def forward(_, x):
        x = x.clone()
        dist.all_reduce(x)
        return x

    @staticmethod
    def backward(_, gradient):
        gradient = gradient.clone()
        dist.all_reduce(gradient)
        return gradient


class TensorParallel(torch.nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.blocks = torch.nn.ModuleList(block() for _ in range(depth))

    def forward(self, x):
        for each in self.blocks:
            x = ReducedInBothPasses.apply(each(x)) / dist.get_world_size()
        return x


def data_parallel(device):
    model = torch.nn.Sequential(*(block() for _ in range(48))).to(device)
    return DistributedDataParallel(model, bucket_cap_mb=0.5)


def tensor_parallel(device):
    return TensorParallel(48).to(device)


def fully_sharded(device):
    model = torch.nn.Sequential(*(block() for _ in range(24))).to(device)
    for each in model:
        fully_shard(each)
    fully_shard(model)
    return model


class Turns:
    def __init__(self, folder, variant, other):
        rank = dist.get_rank()
        self.mine = os.open(folder / f"{variant}.{rank}", os.O_RDWR)
        self.others = os.open(folder / f"{other}.{rank}", os.O_RDWR)

    def seconds_of(self, step, repeats):
        """Returns the seconds of each step."""
        seconds = []
        for _ in range(repeats):
            os.read(self.mine, 1)
            began = time.perf_counter()
            step()
            torch.cuda.synchronize()
            seconds.append(time.perf_counter() - began)
            os.write(self.others, b".")
        return seconds


def training(make, device):
    model = make(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, foreach=False)
    x = torch.randn(8, WIDTH, device=device)

    def step():
        model(x).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()

    return step


def asynchronous_calls(x):
    for work in [dist.all_reduce(x, async_op=True) for _ in range(CALLS)]:
        work.wait()


def synchronous_calls(x):
    for _ in range(CALLS):
        dist.all_reduce(x)


def launches(x):
    for _ in range(CALLS):
        x.mul_(1.0)


def main(steps, folder, variant, other):
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    turns = Turns(folder, variant, other)
    x = torch.ones(1024, device=device)
    result = {}
    for make in (data_parallel, tensor_parallel, fully_sharded):
        result[f"a step, {make.__name__}"] = turns.seconds_of(training(make, device), steps)
    for calls in (asynchronous_calls, synchronous_calls, launches):
        batch = functools.partial(calls, x)
        result[f"{CALLS} {calls.__name__}"] = turns.seconds_of(batch, steps)
    if dist.get_rank() == 0:
        (folder / f"{variant}.json").write_text(json.dumps(result))
    dist.destroy_process_group()


if __name__ == "__main__":
    main(int(sys.argv[1]), pathlib.Path(sys.argv[2]), *sys.argv[3:])

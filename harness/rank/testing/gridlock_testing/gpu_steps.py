"""Trains small models on GPUs, whose steps are bound by launches, and writes the times.

    gridlock exec -n RANKS gpu_steps.py STEPS RESULT.json    (see gpu_cost.py)

Makes each step twice: once while the probe records, once while it is paused. Rank 0 writes RESULT.json: a list of
{"cell": model or batch of calls, "with": [seconds], "without": [seconds]}."""

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


def seconds_of(step):
    began = time.perf_counter()
    step()
    torch.cuda.synchronize()
    return time.perf_counter() - began


def paired_seconds(step, pairs):
    """Returns the seconds of each step while the probe records and while it is paused. The order
    changes from pair to pair, because a step may be faster behind one of its own kind."""
    probe = sys.modules["gridlock_probe"]
    seconds = {"with": [], "without": []}
    for pair in range(pairs):
        for variant in ("with", "without") if pair % 2 else ("without", "with"):
            probe.pause(variant == "without")
            seconds[variant].append(seconds_of(step))
    probe.pause(False)
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


def main(steps, result_path):
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    x = torch.ones(1024, device=device)
    models = (data_parallel, tensor_parallel, fully_sharded)
    steps_of = {f"a step, {make.__name__}": training(make, device) for make in models}
    batches = (asynchronous_calls, synchronous_calls, launches)
    steps_of |= {f"{CALLS} {calls.__name__}": functools.partial(calls, x) for calls in batches}
    rows = [{"cell": name} | paired_seconds(step, steps) for name, step in steps_of.items()]
    if dist.get_rank() == 0:
        pathlib.Path(result_path).write_text(json.dumps(rows))
    dist.destroy_process_group()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])

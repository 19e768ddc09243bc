"""tiny: linear layers, two steps, and the fault that the axis `fault` names.

Each rank writes a note to the folder TINY_CASE_FOLDER when it trains, so that tests can check it.
"""

import math
import os
import pathlib
import signal
import subprocess
import sys
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.optim.optimizer import register_optimizer_step_post_hook

FEATURES = 8
BATCH = 4
FOLDER = pathlib.Path(os.environ.get("TINY_CASE_FOLDER", "."))


class Block(nn.Module):
    """Wraps nn.Linear, because Dynamo captures nothing of torch's own modules."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(FEATURES, FEATURES)

    def forward(self, x):
        return x + self.linear(x)


class Model(nn.Module):
    def __init__(self, layers, fault):
        super().__init__()
        self.fault = fault
        self.blocks = nn.ModuleList(Block() for _ in range(layers))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def model(cell):
    note(f"{cell.id} {dist.get_rank()} {os.getpid()}")
    fault = cell.fault
    if fault.startswith("slightly_wrong") and not is_faulty(cell):
        fault = "none"
    if fault == "slightly_wrong":
        print(f"the loss is {FACTORS[fault]} times as large")
    return Model(cell.layers, fault)


def is_faulty(cell):
    """Whether the fault is in this cell and not in the cell that it is compared with."""
    if cell.fault == "slightly_wrong_then_wait":
        return cell.fsdp == "full_shard"
    return cell.compile != "none"


def layers(model):
    return [] if model.fault == "nothing_to_compile" else model.blocks


def batch(cell, step):
    if step == 1:
        FAULTS.get(cell.fault, nothing)()
        if cell.fault.endswith("_then_wait") and is_faulty(cell) and trainings_of(cell) > 1:
            until_told()
        if cell.fault == "raise_then_wait":
            raise_on_every_rank()
        if cell.fault == "raise_deep_sample" and cell.layers > 1 and cell.sample > 1:
            raise_on_every_rank()
    generator = torch.Generator().manual_seed(1000 * cell.seed + step)
    inputs = torch.randn(BATCH, 2, FEATURES, generator=generator)
    return inputs, inputs.roll(1, dims=1)


def loss(model, inputs, targets):
    value = F.mse_loss(model(inputs).float(), targets)
    return value * FACTORS.get(model.fault, 1)


# Factors by which these faults multiply the loss.
FACTORS = {"not_finite": math.nan, "slightly_wrong": 1.001, "slightly_wrong_then_wait": 1.001}


def note(line):
    # The system writes a short line in one piece, so lines of different ranks do not mix.
    with open(FOLDER / "trainings", "a") as file:
        file.write(line + "\n")


def nothing():
    pass


def raise_on_every_rank():
    raise ValueError(f"planted on rank {dist.get_rank()}")


def say_something():
    print(f"  hello from rank {dist.get_rank()}")
    print("halfway\rall of it, without an end", end="")


def say_something_and_raise():
    say_something()
    raise_on_every_rank()


def set_many_keys_and_raise():
    """Sets more keys than gridlock records of a rank."""
    store = dist.distributed_c10d._get_default_store()
    for number in range(16_400):
        store.set(f"key {number}", "")
    raise_on_every_rank()


def only_on_rank_1(fault):
    return lambda: fault() if dist.get_rank() == 1 else None


def be_killed():
    os.kill(os.getpid(), signal.SIGKILL)


def leave_early():
    os._exit(0)


def leave_by_sys_exit():
    sys.exit(0)


def disagree():
    """Makes this rank's sums differ from the other ranks' sums from now on."""
    all_reduce = dist.all_reduce

    def broken(tensor, *arguments, **options):
        all_reduce(tensor, *arguments, **options)
        tensor.add_(1)

    dist.all_reduce = broken


def drift():
    """Flips one bit of one weight of this rank's replica after each step."""

    @register_optimizer_step_post_hook
    def flip(optimizer, arguments, options):
        weight = optimizer.param_groups[0]["params"][0]._local_tensor
        weight.detach().view(torch.int32)[0] ^= 1


def hang_for_good():
    start_daemons()
    time.sleep(1_000_000)


def start_daemons():
    """Starts a child, and a daemon with another session and parent. Both ignore SIGTERM."""
    stubborn = ["sh", "-c", "trap '' TERM; while :; do sleep 86401; done"]
    subprocess.Popen(stubborn)
    child = os.fork()
    if child == 0:
        os.setsid()
        subprocess.Popen(stubborn)
        os._exit(0)
    os.waitpid(child, 0)


def wait_for(condition):
    while not condition():
        time.sleep(0.01)


def noted_trainings():
    return [line.split() for line in (FOLDER / "trainings").read_text().splitlines()]


def two_cells_train():
    return len({cell for cell, _, _ in noted_trainings()}) >= 2


def trainings_of(cell):
    """How often this rank has trained the cell, this time included."""
    return sum(note[:2] == [cell.id, str(dist.get_rank())] for note in noted_trainings())


def until_told():
    wait_for((FOLDER / "go_on").exists)


FAULTS = {
    "raise": raise_on_every_rank,
    "raise_on_rank_1": only_on_rank_1(raise_on_every_rank),
    "kill_rank_1": only_on_rank_1(be_killed),
    "leave_early": only_on_rank_1(leave_early),
    "leave_by_sys_exit": only_on_rank_1(leave_by_sys_exit),
    "disagree": only_on_rank_1(disagree),
    "drift": only_on_rank_1(drift),
    "hang": only_on_rank_1(hang_for_good),
    "daemons": start_daemons,
    "meet": lambda: wait_for(two_cells_train),
    "until_told": until_told,
    "print": say_something,
    "print_and_raise": say_something_and_raise,
    "many_keys": only_on_rank_1(set_many_keys_and_raise),
}

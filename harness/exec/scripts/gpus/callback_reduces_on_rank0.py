# /// gridlock
# ranks = 2
# verdict = "desync"
# class = "mismatched arguments"
# at_fault = [0]
# ///
"""A trainer with typical callbacks. The logging callback runs only on rank 0, and after step 4 it
averages the loss over all ranks. This reduction of one element meets rank 1's gradient of the next
step. With --cpu, gloo aborts."""

import argparse
import os

import torch
import torch.distributed as dist
import torch.nn as nn

WIDTH = 512


class LogCallback:
    def on_step_end(self, trainer):
        if trainer.step == 4:
            mean = trainer.loss.detach().clone()
            dist.all_reduce(mean, op=dist.ReduceOp.AVG if mean.is_cuda else dist.ReduceOp.SUM)
            print(f"step {trainer.step} mean loss {mean.item():.4f}")


class Trainer:
    def __init__(self, model, device, callbacks):
        self.model, self.device, self.callbacks = model, device, callbacks
        self.optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)

    def training_step(self):
        x = torch.randn(16, WIDTH, device=self.device)
        self.loss = nn.functional.mse_loss(self.model(x), x)
        self.optimizer.zero_grad()
        self.loss.backward()
        for parameter in self.model.parameters():
            dist.all_reduce(parameter.grad)
            parameter.grad /= dist.get_world_size()
        self.optimizer.step()

    def fit(self, steps):
        for self.step in range(steps):
            self.training_step()
            for callback in self.callbacks:
                callback.on_step_end(self)


def setup():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", action="store_true")
    if parser.parse_args().cpu:
        dist.init_process_group("gloo")
        return torch.device("cpu")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    return device


def main():
    device = setup()
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.Tanh(), nn.Linear(WIDTH, WIDTH)).to(device)
    Trainer(model, device, [LogCallback()] if dist.get_rank() == 0 else []).fit(steps=10)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "different order"
# at_fault = [0]
# missed = "desync"  # the order of the two threads' calls in the backend is unknown
# ///
"""A thread gathers statistics while the main thread reduces gradients in the same group. On rank 0,
the thread first opens a log file, so its two collectives come in the opposite order."""

import tempfile
import threading
import time

import torch
import torch.distributed as dist
import torch.nn as nn


class StatsLogger(threading.Thread):
    """Gathers the step times of all ranks, away from the training loop."""

    def __init__(self):
        super().__init__(daemon=True)
        self.times = torch.zeros(4)

    def run(self):
        if dist.get_rank() == 0:
            self.log = tempfile.TemporaryFile("w")
            time.sleep(1.5)  # stands in for a slow network drive
        gathered = [torch.empty_like(self.times) for _ in range(dist.get_world_size())]
        dist.all_gather(gathered, self.times)
        if dist.get_rank() == 0:
            print(torch.stack(gathered).tolist(), file=self.log)


def train_step(model, optimizer):
    time.sleep(0.5)  # loads a batch
    loss = model(torch.randn(4, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    for parameter in model.parameters():
        dist.all_reduce(parameter.grad)
    optimizer.step()


def main():
    dist.init_process_group("gloo")
    model = nn.Linear(4, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        train_step(model, optimizer)
    logger = StatsLogger()
    logger.start()
    for _ in range(3):
        train_step(model, optimizer)
    logger.join()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [0]
# proved = false
# doubt = "thread monitor of rank 0 waits with a timeout"
# ///
"""Rank 0 shows a progress bar. The bar's monitor thread wakes up every second, like tqdm's. Rank 0
skips the last all-reduce, because it already has the metric."""

import threading

import torch
import torch.distributed as dist


class ProgressBar:
    """A thread refreshes the bar if no step has done so for a while."""

    def __init__(self, steps):
        self.steps, self.done, self.closed = steps, 0, threading.Event()
        threading.Thread(target=self.monitor, name="monitor", daemon=True).start()

    def monitor(self):
        while not self.closed.wait(1):
            self.refresh()

    def refresh(self):
        print(f"\r{self.done}/{self.steps}", end="", flush=True)

    def update(self):
        self.done += 1
        self.refresh()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    steps, loss = dist.new_group(), torch.ones(1)
    bar = ProgressBar(20) if rank == 0 else None
    for _ in range(20):
        if rank == 0 and loss.item() < 1e-9:
            break
        dist.all_reduce(loss, group=steps)
        loss /= 9
        if bar is not None:
            bar.update()
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

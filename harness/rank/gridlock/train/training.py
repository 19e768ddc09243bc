"""The steps of a cell."""

import time

import torch
import torch.distributed as dist
from torch.distributed.tensor import DTensor

from gridlock.train import context_parallel, sharding

# fp16 gradients of a mean loss sink below the smallest normal number. A power of two is exact.
_LOSS_SCALE = {"fp16": 1024.0}


class Trainer:
    def __init__(self, case, cell, model, optimizer, device):
        self.case, self.cell, self.device = case, cell, device
        self.model, self.optimizer = model, optimizer
        self.parameters = [p for p in model.parameters() if p.requires_grad]
        self.scale = _LOSS_SCALE.get(cell.precision, 1.0)

    def step(self, number):
        """Trains one step. Gives its report: global mean loss, global gradient norm, seconds."""
        began = time.perf_counter()
        with context_parallel.split_sequence(self.local_batch(number)) as (inputs, targets):
            loss = self.case.loss(self.model, inputs, targets)
            (loss * self.scale).backward()
        self.unscale()
        mean_loss, norm = self.global_numbers(loss.detach())
        self.optimizer.step()
        self.optimizer.zero_grad()
        seconds = time.perf_counter() - began
        return {"step": number, "loss": mean_loss, "grad_norm": norm, "seconds": seconds}

    def local_batch(self, number):
        """This rank's rows of the global batch; the sequence is split later."""
        rows = self.cell.world_size // self.cell.cp
        row = dist.get_rank() // self.cell.cp
        batch = self.case.batch(self.cell, number)
        for tensor in batch:
            if tensor.shape[0] % rows:
                raise ValueError(
                    f"the global batch has {tensor.shape[0]} sequences, "
                    f"which cannot be split over {rows} data-parallel ranks"
                )
        return [tensor.chunk(rows)[row].to(self.device) for tensor in batch]

    def unscale(self):
        if self.scale != 1.0:
            torch._foreach_mul_(self.local_gradients(), 1 / self.scale)

    def local_gradients(self):
        """The parts of the gradients that this rank holds."""
        gradients = (p.grad for p in self.parameters if p.grad is not None)
        return [g._local_tensor if isinstance(g, DTensor) else g for g in gradients]

    def global_numbers(self, loss):
        """Both in one all-reduce of fp64, after which every rank has the same bits.

        Each part of a gradient counts as often as ranks hold it, hence the second division.
        """
        norms = torch._foreach_norm(self.local_gradients())
        squares = torch.stack(norms).double().square().sum()
        numbers = torch.stack([loss.double(), squares])
        dist.all_reduce(numbers)
        total_loss, total_squares = numbers.tolist()
        copies = sharding.copies_of_a_shard(self.cell)
        return total_loss / self.cell.world_size, (total_squares / copies) ** 0.5

# /// gridlock
# ranks = 2
# verdict = "deadlock"
# ///
"""Trains with Hugging Face's accelerate. Only the main process evaluates, but the evaluation calls
the collective gather_for_metrics(). The other processes start the next epoch."""

import torch
import torch.nn as nn
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader, TensorDataset


def make_loader(samples):
    x = torch.randn(samples, 16)
    y = (x.sum(dim=1) > 0).long()
    return DataLoader(TensorDataset(x, y), batch_size=8)


@torch.no_grad()
def evaluate(accelerator, model, loader):
    hits = []
    for x, y in loader:
        hits.append(accelerator.gather_for_metrics(model(x).argmax(dim=1) == y))
    return torch.cat(hits).float().mean().item()


def main():
    accelerator = Accelerator(cpu=not torch.cuda.is_available())
    set_seed(0)
    model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 2))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    train, test = make_loader(96), make_loader(48)
    model, optimizer, train, test = accelerator.prepare(model, optimizer, train, test)
    for epoch in range(2):
        for x, y in train:
            accelerator.backward(nn.functional.cross_entropy(model(x), y))
            optimizer.step()
            optimizer.zero_grad()
        if accelerator.is_main_process:
            print(f"epoch {epoch} accuracy {evaluate(accelerator, model, test):.3f}")
    accelerator.wait_for_everyone()
    accelerator.end_training()


if __name__ == "__main__":
    main()

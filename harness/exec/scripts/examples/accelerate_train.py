# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""The training loop of Hugging Face's accelerate, with gradient accumulation and gathered metrics,
on random data."""

import argparse

import torch
import torch.nn as nn
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader, TensorDataset


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=8)
    parser.add_argument("--accumulate", type=int, default=2)
    parser.add_argument("--cpu", action="store_true", help="even where there is a GPU")
    return parser.parse_args()


def make_loader(samples, batch_size):
    x = torch.randn(samples, 16)
    y = (x.sum(dim=1) > 0).long()
    return DataLoader(TensorDataset(x, y), batch_size=batch_size, shuffle=True)


@torch.no_grad()
def evaluate(accelerator, model, loader):
    model.eval()
    correct = []
    for x, y in loader:
        hits = model(x).argmax(dim=1) == y
        correct.append(accelerator.gather_for_metrics(hits))
    model.train()
    return torch.cat(correct).float().mean().item()


def main():
    args = parse_args()
    use_cpu = args.cpu or not torch.cuda.is_available()
    accelerator = Accelerator(cpu=use_cpu, gradient_accumulation_steps=args.accumulate)
    set_seed(0)
    model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 2))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    train, test = make_loader(100, args.batch_size), make_loader(50, args.batch_size)
    model, optimizer, train, test = accelerator.prepare(model, optimizer, train, test)
    for epoch in range(args.epochs):
        for x, y in train:
            with accelerator.accumulate(model):
                loss = nn.functional.cross_entropy(model(x), y)
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                optimizer.zero_grad()
        mean = accelerator.reduce(loss.detach(), reduction="mean")
        accuracy = evaluate(accelerator, model, test)
        accelerator.print(f"epoch {epoch} loss {mean.item():.4f} accuracy {accuracy:.3f}")
    accelerator.wait_for_everyone()
    accelerator.end_training()


if __name__ == "__main__":
    main()

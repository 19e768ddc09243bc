"""Trains a small language model with data parallelism, as people write it. --mistake adds a
mistake: a hang, a crash, or wrong numbers (right with --reference)."""

import argparse
import json
import logging
import os
import random
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, Dataset, DistributedSampler

from network import LanguageModel, ModelConfig, learning_rate

log = logging.getLogger("train")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mistake", choices=["hang", "crash", "wrong"], default="hang")
    parser.add_argument("--reference", action="store_true", help="without the running scale")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=4)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--weight-decay", type=float, default=0.1)
    parser.add_argument("--warmup", type=int, default=4)
    parser.add_argument("--clip", type=float, default=1.0)
    parser.add_argument("--accumulate", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1234)
    parser.add_argument("--ema", type=float, default=0.99)
    return parser.parse_args()


class Sentences(Dataset):
    """Made-up sentences of different lengths."""

    def __init__(self, count, longest, vocabulary, seed):
        generator = torch.Generator().manual_seed(seed)
        lengths = torch.randint(longest // 2, longest + 1, (count,), generator=generator)
        self.sentences = [
            torch.randint(1, vocabulary, (int(length),), generator=generator) for length in lengths
        ]

    def __len__(self):
        return len(self.sentences)

    def __getitem__(self, index):
        return self.sentences[index]


def pad(sentences):
    longest = max(len(sentence) for sentence in sentences)
    padded = torch.zeros(len(sentences), longest, dtype=torch.long)
    for row, sentence in enumerate(sentences):
        padded[row, : len(sentence)] = sentence
    return padded


class Averages:
    """Exponential moving averages of the weights."""

    def __init__(self, model, decay):
        self.decay = decay
        self.weights = {name: p.detach().clone() for name, p in model.named_parameters()}

    @torch.no_grad()
    def update(self, model):
        for name, p in model.named_parameters():
            self.weights[name].lerp_(p, 1 - self.decay)


class Meter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.total, self.count = 0.0, 0

    def update(self, value, count=1):
        self.total += float(value) * count
        self.count += count

    @property
    def mean(self):
        return self.total / max(1, self.count)


class Trainer:
    def __init__(self, options, rank, world_size):
        self.options, self.rank, self.world_size = options, rank, world_size
        config = ModelConfig(running_scale=options.mistake == "wrong" and not options.reference)
        self.config = config
        self.raw_model = LanguageModel(config)
        self.model = DistributedDataParallel(self.raw_model)
        groups = self.raw_model.parameter_groups(options.weight_decay)
        self.optimizer = torch.optim.AdamW(groups, lr=options.lr, betas=(0.9, 0.95))
        self.averages = Averages(self.raw_model, options.ema)
        self.meter, self.step, self.started = Meter(), 0, time.monotonic()
        self.history = []
        training = Sentences(44, config.context, config.vocabulary, options.seed)
        self.sampler = DistributedSampler(training, world_size, rank, shuffle=True)
        self.loader = DataLoader(training, options.batch_size, sampler=self.sampler, collate_fn=pad)
        held_out = Sentences(9, config.context, config.vocabulary, options.seed + 1)
        self.held_out = [held_out[i] for i in range(rank, len(held_out), world_size)]
        self.buffer = torch.zeros(options.batch_size, config.vocabulary)
        self.steps = options.epochs * len(self.loader)

    def loss_of(self, batch):
        inputs, targets = batch[:, :-1], batch[:, 1:]
        logits = self.model(inputs)
        if self.options.mistake == "crash":
            # The histogram of the predictions, for the report. The last batch is smaller.
            self.buffer.mul_(0.9).add_(logits.detach().softmax(-1).mean(1))
        return F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=0)

    def set_learning_rate(self):
        lr = learning_rate(self.step, self.options.warmup, self.steps, self.options.lr)
        for group in self.optimizer.param_groups:
            group["lr"] = lr
        return lr

    def train_step(self, batch, last):
        loss = self.loss_of(batch)
        (loss / self.options.accumulate).backward()
        if (self.step + 1) % self.options.accumulate == 0 or last:
            norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.options.clip)
            self.optimizer.step()
            self.optimizer.zero_grad(set_to_none=True)
            self.averages.update(self.raw_model)
            log.debug("gradient norm %.3f", norm)
        return loss.detach()

    def train_epoch(self, epoch):
        self.sampler.set_epoch(epoch)
        self.model.train()
        self.meter.reset()
        for number, batch in enumerate(self.loader):
            lr = self.set_learning_rate()
            loss = self.train_step(batch, number == len(self.loader) - 1)
            dist.all_reduce(loss)
            loss /= self.world_size
            self.meter.update(loss, len(batch))
            self.report(loss, lr)
            self.step += 1

    def report(self, loss, lr):
        self.history.append({"step": self.step, "loss": loss.item(), "lr": lr})
        if self.rank == 0:
            print(json.dumps({"step": self.step, "loss": loss.item()}), flush=True)
        if self.step % 5 == 0:
            elapsed = time.monotonic() - self.started
            log.info("step %d, loss %.4f, lr %.2e, %.1f s", self.step, loss, lr, elapsed)

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        total = torch.zeros(2)
        for sentence in self.held_out:
            loss = F.cross_entropy(self.raw_model(sentence[None, :-1])[0], sentence[1:])
            total += torch.stack([loss, torch.ones(())])
            if self.options.mistake == "hang":
                # Once for each sentence, but ranks have different numbers of sentences.
                dist.all_reduce(total)
        if self.options.mistake != "hang":
            dist.all_reduce(total)
        return (total[0] / total[1]).item()

    def save(self, epoch, loss):
        if self.rank == 0:
            state = {
                "epoch": epoch,
                "loss": loss,
                "model": {name: w.shape for name, w in self.raw_model.state_dict().items()},
                "history": len(self.history),
            }
            log.info("checkpoint: %s", sorted(state))
        dist.barrier()

    def train(self):
        best = float("inf")
        for epoch in range(self.options.epochs):
            self.train_epoch(epoch)
            loss = self.validate()
            log.info("epoch %d: training %.4f, validation %.4f", epoch, self.meter.mean, loss)
            if loss < best:
                best = loss
                self.save(epoch, loss)
        return best


def main():
    options = parse_arguments()
    dist.init_process_group("gloo")
    rank, world_size = dist.get_rank(), dist.get_world_size()
    level = logging.INFO if rank == 0 else logging.ERROR
    logging.basicConfig(level=os.environ.get("LOG_LEVEL", level), format="%(message)s")
    random.seed(options.seed)
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    try:
        best = Trainer(options, rank, world_size).train()
        log.info("best validation loss %.4f", best)
    finally:
        dist.destroy_process_group()


if __name__ == "__main__":
    main()

# /// gridlock
# ranks = 2
# verdict = "desync"
# class = "mismatched operation"
# at_fault = [0]
# ///
"""Hugging Face's Trainer with its progress bar and two data loader workers. A callback that
averages the loss over all ranks is added only on rank 0. Its reduction meets the gather with which
rank 1's Trainer counts the tokens of the next batch. Needs accelerate and transformers."""

import os
import tempfile

import torch
import torch.distributed as dist
from torch.utils.data import Dataset
from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainerCallback, TrainingArguments


class RandomTokens(Dataset):
    def __init__(self, samples, length, vocabulary):
        generator = torch.Generator().manual_seed(0)
        self.tokens = torch.randint(vocabulary, (samples, length), generator=generator)

    def __len__(self):
        return len(self.tokens)

    def __getitem__(self, index):
        return {"input_ids": self.tokens[index], "labels": self.tokens[index]}


class MeanStep(TrainerCallback):
    def on_step_end(self, args, state, control, **kwargs):
        if state.global_step == 4:
            mean = torch.ones(1, device="cuda")
            dist.all_reduce(mean)
            print(f"step {state.global_step}: {mean.item()}")


def main():
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=128,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=64,
    )
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            output_dir=folder,
            max_steps=8,
            per_device_train_batch_size=4,
            logging_steps=100,
            dataloader_num_workers=2,
            save_strategy="no",
            report_to="none",
        )
        trainer = Trainer(
            model=LlamaForCausalLM(config),
            args=arguments,
            train_dataset=RandomTokens(samples=128, length=24, vocabulary=128),
            callbacks=[MeanStep()] if os.environ["RANK"] == "0" else [],
        )
        trainer.train()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

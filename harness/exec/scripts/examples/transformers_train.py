# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""Hugging Face's Trainer with random tokens, on a tiny Llama that is made from a configuration.
Nothing is downloaded."""

import argparse
import tempfile

import torch
from torch.utils.data import Dataset
from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments


class RandomTokens(Dataset):
    def __init__(self, samples, lengths, vocabulary):
        generator = torch.Generator().manual_seed(0)
        self.tokens = torch.randint(vocabulary, (samples, max(lengths)), generator=generator)
        self.lengths = lengths

    def __len__(self):
        return len(self.tokens)

    def __getitem__(self, index):
        tokens = self.tokens[index, : self.lengths[index % len(self.lengths)]]
        return {"input_ids": tokens, "labels": tokens}


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--batch-size", type=int, default=4)
    parser.add_argument("--lengths", type=int, nargs="+", default=[24], help="of sequences")
    parser.add_argument("--compile", metavar="BACKEND", help="of torch.compile, such as inductor")
    parser.add_argument("--cpu", action="store_true", help="even where there is a GPU")
    return parser.parse_args()


def make_model(vocabulary):
    config = LlamaConfig(
        vocab_size=vocabulary,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=64,
    )
    return LlamaForCausalLM(config)


def main():
    args = parse_args()
    use_cpu = args.cpu or not torch.cuda.is_available()
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            output_dir=folder,
            max_steps=args.steps,
            per_device_train_batch_size=args.batch_size,
            learning_rate=1e-3,
            logging_steps=1,
            save_strategy="no",
            report_to="none",
            disable_tqdm=True,
            use_cpu=use_cpu,
            ddp_backend="gloo" if use_cpu else None,
            torch_compile_backend=args.compile,
        )
        data = RandomTokens(samples=64, lengths=args.lengths, vocabulary=128)
        trainer = Trainer(model=make_model(128), args=arguments, train_dataset=data)
        result = trainer.train()
    if trainer.is_world_process_zero():
        print(f"loss {result.training_loss:.4f} after {result.global_step} steps")


if __name__ == "__main__":
    main()

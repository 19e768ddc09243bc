# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "unmatched send"
# at_fault = [0, 1]
# ///
"""The first and the last stage share an embedding and sum its gradients. The first stage sums
before it receives the activations' gradients, the last stage after it sends them."""

import torch
import torch.distributed as dist
import torch.nn as nn

VOCABULARY, WIDTH, BATCH = 32, 8, 4


def first_stage(embedding, tokens):
    activations = embedding(tokens)
    dist.send(activations.detach(), dst=1)
    embedding.weight.grad = torch.zeros_like(embedding.weight)
    dist.all_reduce(embedding.weight.grad)  # adds the last stage's part
    gradient = torch.empty_like(activations)
    dist.recv(gradient, src=1)
    activations.backward(gradient)


def last_stage(embedding, tokens):
    activations = torch.empty(BATCH, WIDTH)
    dist.recv(activations, src=0)
    activations.requires_grad_()
    logits = activations @ embedding.weight.T
    loss = nn.functional.cross_entropy(logits, tokens)
    loss.backward()
    dist.send(activations.grad, dst=0)
    dist.all_reduce(embedding.weight.grad)
    return loss.item()


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    embedding = nn.Embedding(VOCABULARY, WIDTH)
    optimizer = torch.optim.SGD(embedding.parameters(), lr=0.1)
    for step in range(3):
        tokens = torch.randint(VOCABULARY, (BATCH,))
        optimizer.zero_grad()
        if dist.get_rank() == 0:
            first_stage(embedding, tokens)
        else:
            print(f"step {step} loss {last_stage(embedding, tokens):.4f}")
        optimizer.step()
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

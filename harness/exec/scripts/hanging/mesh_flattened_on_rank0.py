# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "group membership"
# at_fault = [0]
# ///
"""Rank 0 flattens two dimensions of the mesh to average its log line over both. Flattening creates
a group, which all ranks must do together, but the other ranks continue training."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh


def reduce_gradients(model, mesh):
    for name in ("dp", "cp"):
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad, group=mesh.get_group(name))
            parameter.grad /= mesh[name].size()


def gradient_norm(model):
    squares = sum(parameter.grad.square().sum() for parameter in model.parameters())
    dist.all_reduce(squares)  # over data ranks and stages
    return squares.sqrt()


def log(mesh, step, loss, norm):
    if dist.get_rank() != 0:
        return
    replicas = mesh["dp", "cp"]._flatten("dp_cp")
    loss = loss.detach().clone()
    dist.all_reduce(loss, group=replicas.get_group())
    print(f"step {step} loss {loss.item() / replicas.size():.4f} norm {norm.item():.4f}")


def main():
    dist.init_process_group("gloo")
    mesh = init_device_mesh("cpu", (2, 2, 1), mesh_dim_names=("pp", "dp", "cp"))
    torch.manual_seed(dist.get_rank())
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(6):
        x = torch.randn(4, 8)
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        reduce_gradients(model, mesh)
        norm = gradient_norm(model)
        optimizer.step()
        if step % 3 == 2:
            log(mesh, step, loss, norm)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

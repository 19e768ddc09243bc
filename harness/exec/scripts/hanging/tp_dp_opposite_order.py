# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "cross-group cycle"
# at_fault = [0, 1, 2, 3]
# ///
"""Half of the ranks reduce over tp first and half over dp first, to keep both links busy. On a
two-by-two mesh, each rank waits for a neighbor that waits in the other group."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh


def gradient_reductions(mesh):
    tp, dp = mesh.get_group("tp"), mesh.get_group("dp")
    alternate = sum(mesh.get_coordinate()) % 2
    return (dp, tp) if alternate else (tp, dp)


def reduce_gradients(model, groups):
    for group in groups:
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad, group=group)
            parameter.grad /= dist.get_world_size(group)


def main():
    dist.init_process_group("gloo")
    mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
    torch.manual_seed(0)
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    groups = gradient_reductions(mesh)
    for step in range(4):
        x = torch.randn(4, 8) * (1 + dist.get_rank())
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        reduce_gradients(model, groups)
        optimizer.step()
        if dist.get_rank() == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

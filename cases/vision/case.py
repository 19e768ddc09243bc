"""A small ResNet: convolutions, batch norm, pooling and a linear head.

Each rank normalizes with the mean and variance of its own images. The world size determines which
images a rank has, so the results depend on it. They do not depend on the compiler or on how
parameters are sharded. Relations must compare only cells with equal world sizes.
"""

import torch
import torch.nn.functional as F
from torch import nn

CHANNELS = 3
WIDTH = 8
CLASSES = 10
BATCH = 16
SIZE = 16  # width and height of an image in pixels


class BatchNorm(nn.BatchNorm2d):
    """Batch norm with running statistics that stay fp32 under FSDP's mixed precision.

    FSDP casts parameters but not buffers. torch's kernels take a bf16 image with fp32 statistics
    only if weight and bias are fp32, too. PyTorch's advice is a separate fully_shard for each batch
    norm, without a param_dtype (https://github.com/pytorch/torchtitan/issues/674). The hooks of
    this fully_shard would break the graph of each stage, so forward() casts weight and bias back to
    fp32 instead.
    """

    def forward(self, x):
        self.num_batches_tracked.add_(1)
        return F.batch_norm(
            x,
            self.running_mean,
            self.running_var,
            self.weight.float(),
            self.bias.float(),
            training=True,
            momentum=self.momentum,
            eps=self.eps,
        )


def convolution(inputs, outputs, size, stride=1):
    """Returns a convolution without a bias: batch norm would subtract it."""
    return nn.Conv2d(inputs, outputs, size, stride, padding=size // 2, bias=False)


class Stage(nn.Module):
    """A residual block. All blocks but the first halve the size of the image and double the
    channels."""

    def __init__(self, number):
        super().__init__()
        outputs = WIDTH * 2**number
        inputs, stride = (outputs, 1) if number == 0 else (outputs // 2, 2)
        self.first = convolution(inputs, outputs, 3, stride)
        self.first_norm = BatchNorm(outputs)
        self.second = convolution(outputs, outputs, 3)
        self.second_norm = BatchNorm(outputs)
        self.shortcut = convolution(inputs, outputs, 1, stride)

    def forward(self, x):
        y = F.relu(self.first_norm(self.first(x)))
        y = self.second_norm(self.second(y))
        return F.relu(y + self.shortcut(x))


class ResNet(nn.Module):
    def __init__(self, stages):
        super().__init__()
        self.stem = convolution(CHANNELS, WIDTH, 3)
        self.stem_norm = BatchNorm(WIDTH)
        self.stages = nn.ModuleList(Stage(number) for number in range(stages))
        self.head = nn.Linear(WIDTH * 2 ** (stages - 1), CLASSES)

    def forward(self, images):
        x = F.max_pool2d(F.relu(self.stem_norm(self.stem(images))), 2)
        for stage in self.stages:
            x = stage(x)
        return self.head(F.adaptive_avg_pool2d(x, 1).flatten(1))


def model(cell):
    return ResNet(cell.layers)


def layers(model):
    return model.stages


def batch(cell, step):
    """Returns images [B, C, H, W] and their classes [B]."""
    generator = torch.Generator().manual_seed(1000 * cell.seed + step)
    images = torch.randn(BATCH, CHANNELS, SIZE, SIZE, generator=generator)
    return images, torch.randint(0, CLASSES, (BATCH,), generator=generator)


def loss(model, images, classes):
    return F.cross_entropy(model(images).float(), classes)

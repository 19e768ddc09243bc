import json

import helpers
import parts.layers
import torch
from helpers import *
from parts import scale as by
from parts.inner import deep

WIDTH = 4


def size():
    return WIDTH


def show(scale):
    from parts.inner.deep import double

    return helpers.report(double(scale), width=size())


if __name__ == "__main__":
    model = parts.layers.Layer(by(2))
    print(
        json.dumps(
            [
                show(3),
                model.run(1),
                deep.double(5),
                name(),
                helpers.WIDTH,
                torch.float32 is not None,
            ]
        )
    )

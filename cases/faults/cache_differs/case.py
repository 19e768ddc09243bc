"""One rank has an empty cache and compiles for longer than any deadline. The other ranks load the
same code from their cache and wait for the compiling rank."""

import os
import time

import torch._inductor.config as inductor_config
from torch._inductor.custom_graph_pass import CustomGraphPass

from gridlock import planting


class Slow(CustomGraphPass):
    def __call__(self, graph):
        if "own" in os.environ["TORCHINDUCTOR_CACHE_DIR"].split(os.sep):  # gridlock/train/caches.py
            time.sleep(planting.FOREVER)

    def uuid(self):
        """Returns the id of this pass for cache keys. It is the same on all ranks."""
        return "slow"


def program(x):
    return x.cos()


def prepare(cell):
    inductor_config.post_grad_custom_post_pass = Slow()
    inductor_config.cpp_cache_precompile_headers = False  # would take a minute in an empty cache


model, layers, batch, loss, parallelize = planting.toy(program, prepare)

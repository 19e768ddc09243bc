"""Describes a collective or message as one rank sees it: the rank's tensors, and their expected
results.

Tensors that torch receives are on the rank's device. Expected results are on the CPU: while a GPU
waits for another GPU, even loading a kernel may block.
"""

import dataclasses

import torch

from gridlock_testing.programs import numbers


@dataclasses.dataclass
class Call:
    group: object  # torch's group
    members: list  # global ranks
    rank: int  # global
    sequence: int  # the index of the collective in its group, from 0
    root: int
    dtype: torch.dtype
    shape: tuple
    splits: list  # elements per member for all_to_all_single, equal on all ranks; None: even
    reduce_op: str
    is_async: bool
    device: torch.device = torch.device("cpu")

    @property
    def size(self):
        return len(self.members)

    @property
    def torch_reduce_op(self):
        return numbers.REDUCE_OPS[self.reduce_op][0]

    def input_of(self, member):
        return numbers.value(member, self.sequence, self.shape, self.dtype)

    def mine(self):
        return self.input_of(self.rank).to(self.device)

    def everybodys(self):
        return [self.input_of(member) for member in self.members]

    def reduced(self):
        return numbers.reduced(self.everybodys(), self.reduce_op)

    def blank(self):
        return numbers.blank(self.shape, self.dtype).to(self.device)

    def blanks(self):
        return [self.blank() for _ in self.members]

    def chunks(self, tensor):
        """Returns each member's chunk of the tensor."""
        flat = tensor.reshape(-1)
        if not flat.numel():
            return [flat] * self.size
        return flat.split(self.splits or flat.numel() // self.size)

    def my_chunk(self, tensor):
        return self.chunks(tensor)[self.members.index(self.rank)]

    def blank_chunk(self):
        return numbers.blank(self.my_chunk(self.blank()).shape, self.dtype).to(self.device)

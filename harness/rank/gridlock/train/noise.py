"""Trains with random rounding, to measure how far a cell's numerical results move if its operations
round differently.

Another kernel, a fused operation or another order of addition rounds differently. To measure the
effect, the cell is trained again a few times, and the result of each operation gets a random error
of the size of a rounding (Monte Carlo arithmetic: Parker, "Monte Carlo arithmetic: exploiting
randomness in floating-point arithmetic", 1997). The spread of losses and gradient norms shows how
far healthy cells may diverge (golden/spread.h).
"""

import contextlib
import functools
import math
import random

import torch
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import CheckpointWrapper
from torch.utils._python_dispatch import TorchDispatchMode

# The standard deviation of a rounding error, as a fraction of one unit in the last place: the error
# is uniformly distributed over one unit.
_ROUNDING = 12**-0.5

# Operations with exact results, including copies of their inputs.
_EXACT = {
    "aten::" + name
    for name in (
        "abs cat clone constant_pad_nd embedding flip gather index index_select lift_fresh_copy "
        "masked_fill max min maximum minimum neg ne relu repeat roll scatter select_backward "
        "slice_backward slice_scatter sort split_with_sizes_copy stack threshold_backward "
        "unfold_backward where"
    ).split()
}
_PRODUCTS = {"aten::mm", "aten::addmm", "aten::bmm", "aten::baddbmm"}
# The number of partial sums of a product. On CPUs it is the number of lanes of a vector unit; the
# lanes are added at the end. On GPUs it is the worst case: one thread adds up all terms of an
# element sequentially.
_LANES = {"cpu": 16, "cuda": 1}


class _Pool:
    """Random numbers that are drawn once and then used again and again, because drawing new ones
    takes longer than most operations. Each use begins at a random element and has a random sign.
    The sign makes the products of numbers from two uses zero on average, as for independent
    numbers. So sums of such numbers have the right variance."""

    _SIZE = 1 << 20

    def __init__(self, draw, generator):
        self._draw = draw
        self._generator = generator
        self._numbers = self._drawn(self._SIZE)

    def _drawn(self, size):
        numbers = torch.empty(size, device=self._generator.device)
        return self._draw(numbers, self._generator)

    def take(self, shape, chance):
        """Returns random numbers of this shape, which the caller must not change, and their sign.
        `chance` yields the random bits for the choice."""
        size, sign = shape.numel(), 1 - 2 * chance.getrandbits(1)
        if 2 * size > self._SIZE:
            return self._drawn(size).view(shape), sign
        start = chance.randrange(self._SIZE - size)
        return self._numbers[start : start + size].view(shape), sign


def _normal(numbers, generator):
    """Draws numbers with mean 0 and standard deviation 1."""
    return numbers.normal_(generator=generator)


def _steps(numbers, generator):
    """Draws -1, 0 and 1, with the deviation of a rounding error."""
    chance = numbers.uniform_(generator=generator)
    below, above = chance < _ROUNDING**2 / 2, chance > 1 - _ROUNDING**2 / 2
    return above.float() - below.float()


class RandomRounding(TorchDispatchMode):
    """Adds a random error to the result of each operation within the context. The error has the
    size of a rounding, up to half a unit in the last place. For a sum, the error also covers the
    roundings of the additions, which use fp32."""

    def __init__(self, device, seed):
        super().__init__()
        self._generator = torch.Generator(device).manual_seed(seed)
        self._chance = random.Random(seed)
        self._normal = _Pool(_normal, self._generator)
        self._steps = _Pool(_steps, self._generator)

    def replay_in(self, model):
        """Makes the recomputation in the backward use the same random errors as the forward. With
        other errors, a token might go to another expert."""
        for module in model.modules():
            if isinstance(module, CheckpointWrapper):
                original = module.checkpoint_fn
                module.checkpoint_fn = functools.partial(original, context_fn=self._contexts)

    def _contexts(self):
        """Returns the context of a forward and the context of its recomputation, as
        torch.utils.checkpoint requires."""
        states = []
        return self._kept(states), self._replayed(states)

    @contextlib.contextmanager
    def _kept(self, states):
        states.append(self._state())
        yield

    @contextlib.contextmanager
    def _replayed(self, states):
        now = self._state()
        self._set_state(states[0])
        try:
            yield
        finally:
            self._set_state(now)

    def _state(self):
        return self._chance.getstate(), self._generator.get_state()

    def _set_state(self, state):
        self._chance.setstate(state[0])
        self._generator.set_state(state[1])

    def __torch_dispatch__(self, operation, types, arguments=(), options=None):
        results = operation(*arguments, **(options or {}))
        if _rounds(operation, arguments):
            for result in results if isinstance(results, (tuple, list)) else (results,):
                self._move(result, operation._schema.name, arguments)
        return results

    def _move(self, result, name, arguments):
        if type(result) is not torch.Tensor or result.device != self._generator.device:
            return
        if result.dtype == torch.float32:
            deviation = _ROUNDING * math.sqrt(1 + _additions(name, arguments, result))
            error, sign = self._normal.take(result.shape, self._chance)
            # The error is added. Multiplying by 1 + error would be wrong, because numbers just
            # below 1 are closer together than numbers above 1.
            unit = torch.finfo(torch.float32).eps
            result.addcmul_(_finite(result), error, value=sign * deviation * unit)
        elif result.is_floating_point() and result.element_size() <= 2:
            self._step(result)

    def _step(self, result):
        """Moves some elements to the next number above or below. The share of moved elements is
        chosen to give the deviation of a rounding error."""
        unit = torch.finfo(result.dtype).eps
        steps, sign = self._steps.take(result.shape, self._chance)
        exact = result.float()
        # For every number between 1 and 2, a change by the factor 1 ± 0.75 * unit rounds to the
        # next number: it is at least 0.75 units and less than 1.5 units.
        result.copy_(exact.addcmul_(_finite(exact), steps, value=sign * 0.75 * unit))


def _finite(numbers):
    """Returns the numbers, with the largest finite ones in place of infinite ones. So an infinite
    result, for example of an attention mask, stays as it is."""
    largest = torch.finfo(numbers.dtype).max
    return numbers.clamp(-largest, largest)


def _additions(name, arguments, result):
    """Returns the number of additions that a term passes through, one after the other, on its way
    into the result."""
    tensors = [a for a in arguments if isinstance(a, torch.Tensor)]
    if not tensors or result.numel() == 0:
        return 0
    if name in _PRODUCTS:
        return tensors[-1].shape[-2] / _LANES[result.device.type]
    terms = max(tensor.numel() for tensor in tensors) / result.numel()
    if "softmax" in name or "attention" in name:  # their sums run over the last dimension
        terms = tensors[0].shape[-1]
    return math.log2(max(terms, 1))  # torch adds pairwise


def _rounds(operation, arguments):
    """Returns whether the operation computes new numbers: it changes no argument, returns no view,
    and creates no constant."""
    schema = operation._schema
    if schema.is_mutable or schema.name in _EXACT or schema.name.startswith(("c10d", "_c10d")):
        return False
    if any(returned.alias_info is not None for returned in schema.returns):
        return False
    return any(isinstance(argument, (torch.Tensor, list, tuple)) for argument in arguments)

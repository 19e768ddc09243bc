"""Computes the sums that digests consist of (golden/digest.h), for tensors on CPUs and GPUs.

layout() returns a layout, which describes a list of tensors. Its add(index of the digest, bytes of
an element, first, sizes, strides) describes the next tensor. Its start(tensors) then computes the
sums. read() returns {index of a digest: its latest sum}.
"""

import torch

_BITS = 2**64 - 1


class OnCpu:
    """Computes sums immediately, on the CPU."""

    def __init__(self, module):
        self._module = module
        self._sums = {}

    def layout(self):
        return _CpuLayout(self._module.Layout(), self._sums)

    def read(self):
        return self._sums


class _CpuLayout:
    def __init__(self, layout, sums):
        self.add = layout.add
        self._layout = layout
        self._sums = sums

    def start(self, tensors):
        contiguous = [tensor.contiguous() for tensor in tensors]
        self._sums |= self._layout.digest([tensor.data_ptr() for tensor in contiguous])


class OnCuda:
    """Computes sums on the current CUDA stream. One read() waits for that stream and gets all
    sums."""

    def __init__(self, module, device):
        self.device = device
        # The totals are never reset. read() returns how much they have grown since its last call.
        self.totals = torch.zeros(0, dtype=torch.int64, device=device)
        self._module = module
        self._before = []

    def layout(self):
        return _CudaLayout(self._module.Layout(), self)

    def make_room(self, digest):
        more = digest + 1 - len(self.totals)
        if more > 0:
            self.totals = torch.cat([self.totals, self.totals.new_zeros(more)])
            self._before += [0] * more

    def read(self):
        before, self._before = self._before, self.totals.tolist()
        return {i: (self._before[i] - before[i]) & _BITS for i in range(len(before))}


class _CudaLayout:
    def __init__(self, layout, sums):
        self._layout = layout
        self._sums = sums
        self._strips = None  # the layout's strips, in device memory

    def add(self, digest, *place):
        self._layout.add(digest, *place)
        self._sums.make_room(digest)

    def start(self, tensors):
        device = self._sums.device
        if self._strips is None:
            strips = bytearray(self._layout.strip_bytes() or bytes(1))
            self._strips = torch.frombuffer(strips, dtype=torch.uint8).to(device)
        # The optimizer's step count may be on the CPU although the parameters are on the GPU.
        here = [t.contiguous() if t.is_cuda else t.to(device) for t in tensors]
        self._layout.start(
            [tensor.data_ptr() for tensor in here],
            self._strips.data_ptr(),
            self._sums.totals.data_ptr(),
            torch.cuda.current_stream(device).cuda_stream,
        )

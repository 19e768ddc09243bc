"""Writes tensors as Python expressions of a script."""

import torch

_WORDS = {
    "float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "int64": "i64",
    "int32": "i32", "int16": "i16", "int8": "i8", "uint8": "u8", "bool": "b8",
}  # fmt: skip
_LITERAL = 16  # the largest number of elements for which a buffer's values are written out


def shape(tensor):
    """Returns a tensor's dtype and sizes, such as f32[2, 8]."""
    dtype = str(tensor.dtype).removeprefix("torch.")
    return f"{_WORDS.get(dtype, dtype)}[{', '.join(str(s) for s in tensor.shape)}]"


def maker(tensor, values=None):
    """Returns an expression that creates a parameter or buffer like this tensor. If the tensor
    contains zeros instead of its real values, `values` must be a part of the real values."""
    is_parameter = isinstance(tensor, torch.nn.Parameter)
    values = (tensor if values is None else values).detach()
    made = _like(tensor.shape, values, 0 if is_parameter else _LITERAL)
    if not is_parameter:
        return f"torch.nn.Buffer({made})"
    return f"torch.nn.Parameter({made}{'' if tensor.requires_grad else ', requires_grad=False'})"


def _like(whole, values, longest_literal):
    dtype = "" if values.dtype == torch.float32 else f", dtype={values.dtype}"
    sizes = ", ".join(map(str, whole)) or "()"
    if values.numel() > 0 and bool((values == values.flatten()[0]).all()):
        first = values.flatten()[0].item()
        if first in (0, 1):
            return f"torch.{'ones' if first else 'zeros'}({sizes}{dtype})"
    if values.shape == whole and values.numel() <= longest_literal:
        return f"torch.tensor({values.tolist()}{dtype})"
    if values.dtype.is_floating_point:
        scale = float(values.double().std(correction=0))
        return f"torch.randn({sizes}{dtype})" + (f" * {scale:.1g}" if 0 < scale < 0.5 else "")
    if values.dtype == torch.bool:
        return f"torch.rand({sizes}) < 0.5"
    return f"torch.randint({int(values.min())}, {int(values.max()) + 1}, ({sizes},){dtype})"

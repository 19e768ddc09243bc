from .layers import scale

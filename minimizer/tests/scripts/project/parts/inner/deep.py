from .. import layers
from ..layers import FACTOR as factor


def double(x):
    return 2 * x + layers.scale(0) + factor - layers.FACTOR

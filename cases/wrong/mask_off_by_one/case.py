"""On one rank, the causal mask hides one position too few."""

from gridlock import corrupting, planting
from gridlock.train import own_attention


def plant():
    own_attention._hidden = late


def late(ring, keys):
    if not planting.is_faulty():
        return hidden(ring, keys)
    return keys.unsqueeze(-2) > ring.positions.unsqueeze(-1) + 1


hidden = own_attention._hidden
model, layers, batch, loss, optimizer = corrupting.exact(plant)

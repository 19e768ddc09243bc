"""One rank trains the rows of rank 0 instead of its own."""

from unittest import mock

from gridlock import corrupting, planting
from gridlock.train import training


def first_rows(*arguments):
    rows = local_batch(*arguments)
    if not planting.is_faulty():
        return rows
    with mock.patch.object(training.dist, "get_rank", lambda: 0):
        return local_batch(*arguments)


def plant():
    training.local_batch = first_rows


local_batch = training.local_batch
model, layers, batch, loss, optimizer = corrupting.exact(plant)

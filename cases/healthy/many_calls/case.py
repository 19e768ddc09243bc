"""All ranks make the same random calls: collectives and messages on overlapping groups. Ranks wait
for some calls immediately. For other calls they wait in batches, each rank in its own order.
Sometimes one rank sets a key of the store that the other ranks wait for."""

import concurrent.futures
import dataclasses
import functools
import random

import torch
import torch.distributed as dist
from torch.distributed import distributed_c10d

from gridlock import planting

CALLS = 3000  # per thread and step
LARGEST_BATCH = 12
NEWS_EVERY = 100  # number of calls; few, because each adds a key and the probe remembers few keys

callers = []


@dataclasses.dataclass
class Place:
    """The place of a call, with its arguments."""

    ranks: list
    group: object
    root: int
    count: int

    @property
    def is_root(self):
        return dist.get_rank() == self.root

    def tensor(self, parts=1):
        return torch.ones(self.count * parts)

    def tensors(self):
        return [self.tensor() for _ in self.ranks]


def all_reduce(at, **how):
    return [dist.all_reduce(at.tensor(), group=at.group, **how)]


def all_reduce_of_nothing(at, **how):
    return [dist.all_reduce(torch.ones(0), group=at.group, **how)]


def broadcast(at, **how):
    return [dist.broadcast(at.tensor(), at.root, group=at.group, **how)]


def reduce(at, **how):
    return [dist.reduce(at.tensor(), at.root, group=at.group, **how)]


def all_gather(at, **how):
    return [dist.all_gather(at.tensors(), at.tensor(), group=at.group, **how)]


def gather(at, **how):
    into = at.tensors() if at.is_root else None
    return [dist.gather(at.tensor(), into, at.root, group=at.group, **how)]


def scatter(at, **how):
    parts = at.tensors() if at.is_root else None
    return [dist.scatter(at.tensor(), parts, at.root, group=at.group, **how)]


def all_gather_into_tensor(at, **how):
    whole = at.tensor(len(at.ranks))
    return [dist.all_gather_into_tensor(whole, at.tensor(), group=at.group, **how)]


def reduce_scatter_tensor(at, **how):
    whole = at.tensor(len(at.ranks))
    return [dist.reduce_scatter_tensor(at.tensor(), whole, group=at.group, **how)]


def all_to_all_single(at, **how):
    size = len(at.ranks)
    return [dist.all_to_all_single(at.tensor(size), at.tensor(size), group=at.group, **how)]


def barrier(at, **how):
    return [dist.barrier(group=at.group, **how)]


def ring(at, **_):
    place = at.ranks.index(dist.get_rank())
    before, behind = at.ranks[place - 1], at.ranks[(place + 1) % len(at.ranks)]
    return [
        dist.isend(at.tensor(), behind, group=at.group, tag=at.count % 3),
        dist.irecv(at.tensor(), before, group=at.group, tag=at.count % 3),
    ]


def message(at, async_op):
    """Sends a message from the root to the next rank."""
    receiver = at.ranks[(at.ranks.index(at.root) + 1) % len(at.ranks)]
    if at.is_root:
        send = dist.isend if async_op else dist.send
        return [send(at.tensor(), receiver, group=at.group)]
    if dist.get_rank() == receiver:
        recv = dist.irecv if async_op else dist.recv
        return [recv(at.tensor(), at.root, group=at.group)]
    return []


KINDS = (
    all_reduce,
    all_reduce_of_nothing,
    broadcast,
    reduce,
    all_gather,
    gather,
    scatter,
    all_gather_into_tensor,
    reduce_scatter_tensor,
    all_to_all_single,
    barrier,
    ring,
    message,
)


class Caller:
    """The calls of one thread of each rank."""

    def __init__(self, number):
        self.number = number
        self.shared = random.Random(number)  # draws the same numbers on all ranks
        self.own = random.Random(dist.get_rank())
        everybody = list(range(dist.get_world_size()))
        subsets = (everybody, everybody, everybody[1:], everybody[:-1])
        self.groups = [(ranks, dist.new_group(ranks)) for ranks in subsets if len(ranks) > 1]
        self.news = 0

    def run(self):
        left = CALLS
        while left > 0:
            size = self.shared.choice((1, self.shared.randint(2, LARGEST_BATCH)))
            calls = [self.draw() for _ in range(size)]
            if size == 1:
                wait_for(calls[0](async_op=False), self.own)
            else:
                wait_for([work for call in calls for work in call(async_op=True)], self.own)
            is_time = left // NEWS_EVERY != (left - size) // NEWS_EVERY
            # Only one thread waits for keys. A store serves one wait at a time, so threads that
            # wait for each other's keys would hang.
            if is_time and self.number == 0:
                self.tell()
            left -= size

    def draw(self):
        ranks, group = self.shared.choice(self.groups)
        kind = self.shared.choice(KINDS)
        at = Place(ranks, group, self.shared.choice(ranks), self.shared.randint(1, 16))
        if dist.get_rank() not in ranks:
            return lambda async_op: []
        return functools.partial(kind, at)

    def tell(self):
        store = distributed_c10d._get_default_store()
        key = f"many_calls/{self.news}"
        if dist.get_rank() == self.news % dist.get_world_size():
            store.set(key, "come")
        else:
            store.wait([key])
        self.news += 1


def wait_for(works, order):
    works = [work for work in works if hasattr(work, "wait")]
    order.shuffle(works)
    for work in works:
        work.wait()


def prepare(cell):
    callers[:] = [Caller(number) for number in range(cell.threads)]


@functools.cache
def helpers():
    return concurrent.futures.ThreadPoolExecutor(max(len(callers) - 1, 1))


def program(x):
    others = [helpers().submit(caller.run) for caller in callers[1:]]
    callers[0].run()
    for other in others:
        other.result()
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program, prepare)

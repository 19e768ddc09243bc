"""Changes of groups. Ranks HELPED and LATE make a group while all other ranks already wait. Rank
LATE then waits for the helper in a call of the new group."""

import torch
import torch.distributed as dist


def before_group_recreated():
    if dist.get_rank() in (HELPED, LATE):
        make_pair()
        call_in_pair()


def group_recreated():
    BOARD["store"].set("change", "yes")
    remake_pair()
    block(PAUSE)


def release_group_recreated():
    call_in_pair()


def main_group_recreated(rank):
    if rank == LATE:
        BOARD["store"].wait(["change"])
        remake_pair()
        call_in_pair()
    meet(LATE)


def group_split():
    BOARD["store"].set("change", "yes")
    make_pair()
    block(PAUSE)


def release_group_split():
    call_in_pair()


def main_group_split(rank):
    if rank == LATE:
        BOARD["store"].wait(["change"])
        make_pair()
        call_in_pair()
    meet(LATE)


def make_pair():
    """Makes a group of two ranks. No other rank takes part."""
    MADE["pair"] = dist.new_group(sorted((HELPED, LATE)), use_local_synchronization=True)


def remake_pair():
    """Destroys the group and makes it again under its name. The new group uses another part of the
    store: there are keys of the old one, and with these, a rank could connect to the old group."""
    c10d, ranks, old = dist.distributed_c10d, sorted((HELPED, LATE)), MADE.pop("pair")
    name, store = old.group_name, dist.PrefixStore("again", c10d._get_default_store())
    dist.destroy_process_group(old)
    place = ranks.index(dist.get_rank())
    pair, _ = c10d._new_process_group_helper(2, place, ranks, BACKEND, store, name, timeout=LONG)
    c10d._world.pg_group_ranks[pair] = {rank: index for index, rank in enumerate(ranks)}
    MADE["pair"] = pair


def call_in_pair():
    use_device()
    x = torch.ones(4, device=DEVICE)
    dist.all_reduce(x, group=MADE["pair"])
    check(x, 2.0)

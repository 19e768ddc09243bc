"""Agrees with the ranks of all hosts on a secret, through the store of the job. With this secret,
the `gridlock exec` of each host connects to that of the first host (harness/exec/hosts.h). Whoever
can use the store can also learn the secret, but can disturb the job anyway.

The store has one key more because of this. A rank sets the key before it joins the group, with one
request that never waits for another rank. The probe does not record the request, and no rank waits
for the key, so it changes nothing that gridlock proves.
"""

import contextlib
import functools
import os
import sys

from gridlock.probe import hub

KEY = "gridlock/job_secret"

_WANTED = "GRIDLOCK_AGREE_ON_SECRET"  # set by exec on several hosts


def watch(c10d):
    """Agrees through each store that torch makes from now on, if exec wants that."""
    rendezvous = c10d.rendezvous

    @functools.wraps(rendezvous)
    def meet(*args, **kwargs):
        found = rendezvous(*args, **kwargs)
        return _agreeing(found) if _is_wanted() else found

    c10d.rendezvous = meet


def _agreeing(rendezvous):
    for store, rank, world_size in rendezvous:
        if world_size > 1:
            agree(store)
        yield store, rank, world_size


def agree(store):
    """Agrees through the store. Reports "" if the store does not work."""
    _report(_agreed(store))


def _report(secret):
    # exec may have ended, or the program may have cleared its environment.
    with contextlib.suppress(OSError, KeyError), hub.request({"secret": secret}):
        pass


def agree_beside_threads(store):
    """Agrees through a store that the program has made. A thread that waits in a TCPStore would block
    the request, so it has its own connection."""
    if not _is_wanted():
        return
    tcp_store = sys.modules["torch._C._distributed_c10d"].TCPStore
    innermost = store
    while hasattr(innermost, "underlying_store"):
        innermost = innermost.underlying_store
    if not isinstance(innermost, tcp_store):
        agree(store)
    elif hasattr(store, "clone"):
        _agree_through_clone(store)
    else:
        _report("")


def _agree_through_clone(store):
    try:
        own = store.clone()
    except Exception:  # the server of the store is gone
        _report("")
    else:
        agree(own)


def _is_wanted():
    return os.environ.get(_WANTED) == "1"


def _agreed(store):
    """Returns the secret that the first rank has set."""
    # The method of torch's class: own_stores.py replaces that of a store of the program.
    compare_set = sys.modules["torch.distributed"].Store.compare_set
    try:
        return compare_set(store, KEY, "", os.urandom(32).hex()).decode()
    except Exception:  # such as a store without this operation
        return ""

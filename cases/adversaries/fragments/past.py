"""What each rank has done before."""

import concurrent.futures
import threading

import torch.distributed as dist


def fresh():
    pass


def idle_pool():
    """Two threads that made a call each and will never be asked again."""
    pool = PAST["pool"] = concurrent.futures.ThreadPoolExecutor(2)
    meeting = threading.Barrier(2)
    list(pool.map(lambda _: (meeting.wait(), say_hello()), range(2)))


def short_threads():
    """More threads than anybody keeps a place for; none is left."""
    for _ in range(20):
        thread = threading.Thread(target=say_hello)
        thread.start()
        thread.join()


def say_hello():
    dist.distributed_c10d._get_default_store().set(f"hello/{dist.get_rank()}", "yes")


PAST = {}

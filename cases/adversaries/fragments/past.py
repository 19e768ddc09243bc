"""Actions of the ranks before the helper starts."""

import concurrent.futures
import threading

import torch.distributed as dist


def fresh():
    pass


def idle_pool():
    """Leaves two idle threads that each made one call and will never make another."""
    pool = PAST["pool"] = concurrent.futures.ThreadPoolExecutor(2)
    meeting = threading.Barrier(2)
    list(pool.map(lambda _: (meeting.wait(), say_hello()), range(2)))


def short_threads():
    """Starts 20 threads, one after the other. Each makes one call and ends."""
    for _ in range(20):
        thread = threading.Thread(target=say_hello)
        thread.start()
        thread.join()


def say_hello():
    dist.distributed_c10d._get_default_store().set(f"hello/{dist.get_rank()}", "yes")


PAST = {}

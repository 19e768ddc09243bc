"""Helpers, which call wait() and then act(). A helper runs on rank HELPED. Some helpers need a
function on the other ranks, too (NAME_on_others)."""

import asyncio
import concurrent.futures
import signal
import threading

import torch
import torch.distributed as dist


def thread(wait, act):
    threading.Thread(target=lambda: (wait(), act()), name="uploader").start()


def daemon_thread(wait, act):
    threading.Thread(target=lambda: (wait(), act()), name="uploader", daemon=True).start()


def executor(wait, act):
    pool = STATE["pool"] = concurrent.futures.ThreadPoolExecutor(1)
    pool.submit(wait).add_done_callback(lambda _: act())


def asyncio_loop(wait, act):
    async def work():
        await asyncio.to_thread(wait)
        act()

    threading.Thread(target=lambda: asyncio.run(work()), daemon=True).start()


def timer(wait, act):
    threading.Timer(0.2, lambda: (wait(), act())).start()


def signal_handler(wait, act):
    """Blocks the main thread itself until a signal arrives. The signal's handler calls act()."""

    class Interrupted(Exception):
        pass

    def handle(number, frame):
        act()
        raise Interrupted

    signal.signal(signal.SIGALRM, handle)
    if HOLD < FOREVER:
        signal.setitimer(signal.ITIMER_REAL, HOLD)
    try:
        block(FOREVER)
    except Interrupted:
        pass


def future_callback(wait, act):
    """Calls act() in the thread of gloo that completes an all-reduce of all ranks."""
    group = dist.new_group()
    work = STATE["work"] = dist.all_reduce(torch.ones(4), group=group, async_op=True)
    STATE["future"] = work.get_future().then(lambda _: (wait(), act()))
    # The other ranks join the all-reduce only now. Otherwise it could be over when the callback is
    # attached, and the callback would run in this thread.
    dist.distributed_c10d._get_default_store().set("attached", "yes")


def future_callback_on_others():
    group = dist.new_group()
    dist.distributed_c10d._get_default_store().wait(["attached"])
    STATE["work"] = dist.all_reduce(torch.ones(4), group=group, async_op=True)


def ddp_hook(wait, act):
    """Calls act() in the callback of a gradient bucket. Backward waits for the callback's
    future."""

    def hook(group, bucket):
        work = STATE["work"] = dist.all_reduce(bucket.buffer(), group=group, async_op=True)
        future = work.get_future().then(lambda done: (wait(), act(), done.value()[0])[-1])
        dist.distributed_c10d._get_default_store().set("attached", "yes")
        return future

    train_one_step(hook)


def ddp_hook_on_others():
    def hook(group, bucket):
        dist.distributed_c10d._get_default_store().wait(["attached"])
        work = STATE["work"] = dist.all_reduce(bucket.buffer(), group=group, async_op=True)
        return work.get_future().then(lambda done: done.value()[0])

    train_one_step(hook)


def train_one_step(hook):
    """Trains in a separate group, because a barrier of gloo waits for the callbacks of earlier
    works in its group."""
    group, linear = dist.new_group(), torch.nn.Linear(4, 1)
    model = torch.nn.parallel.DistributedDataParallel(linear, process_group=group)
    model.register_comm_hook(group, hook)
    model(torch.ones(4)).sum().backward()


def data_loader(wait, act):
    """Blocks a worker of a data loader, while a thread waits for the worker's batch. The worker is
    forked before any thread waits in CUDA, because the fork would wait for CUDA's locks."""

    class Rows(torch.utils.data.Dataset):
        def __len__(self):
            return 1

        def __getitem__(self, index):
            wait()
            return torch.ones(4)

    batches = iter(
        torch.utils.data.DataLoader(
            Rows(),
            num_workers=1,
            multiprocessing_context="fork",
            pin_memory=torch.cuda.is_available(),
            worker_init_fn=lambda _: die_with_parent(),
        )
    )

    def iterate():
        for _ in batches:
            pass
        act()

    threading.Thread(target=iterate, daemon=True).start()

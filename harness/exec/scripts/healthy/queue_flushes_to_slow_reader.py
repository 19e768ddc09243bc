# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""Rank 0 passes its samples to a writer process and waits until all samples are in the pipe. The
writer starts reading late. Meanwhile rank 1 waits at a barrier."""

import multiprocessing
import time

import torch.distributed as dist


def write(samples):
    time.sleep(3)
    while samples.get() is not None:
        pass


def main():
    dist.init_process_group("gloo")
    if dist.get_rank() == 0:
        context = multiprocessing.get_context("spawn")
        samples = context.Queue()
        writer = context.Process(target=write, args=(samples,), daemon=True)
        writer.start()
        for _ in range(8):
            samples.put(bytes(1 << 20))
        samples.put(None)
        samples.close()
        samples.join_thread()  # waits for the queue's thread, which waits for the reader
        writer.join()
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

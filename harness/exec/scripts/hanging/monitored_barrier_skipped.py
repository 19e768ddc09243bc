# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [3]
# ///
"""Ranks that write files meet at a monitored_barrier. Rank 3 finds its file from an earlier run and
skips the barrier with `continue`. It waits for the others in the next stage."""

import tempfile
from pathlib import Path

import torch
import torch.distributed as dist

STAGES = ["tokens", "features", "labels"]  # each needs the one before it


def shared_folder():
    name = [tempfile.mkdtemp() if dist.get_rank() == 0 else None]
    dist.broadcast_object_list(name)
    return Path(name[0])


def leave_from_earlier_run(folder):
    if dist.get_rank() == 3:
        torch.save(torch.zeros(4), folder / "labels-3.pt")


def convert(folder, files_done):
    rank = dist.get_rank()
    for stage in STAGES:
        path = folder / f"{stage}-{rank}.pt"
        if path.exists():
            print(f"rank {rank}: {path.name} is there")
            continue
        torch.save(torch.full((4,), float(rank)), path)
        dist.monitored_barrier(group=files_done)


def main():
    dist.init_process_group("gloo")
    folder = shared_folder()
    files_done = dist.new_group(backend="gloo")
    leave_from_earlier_run(folder)
    convert(folder, files_done)
    count = torch.tensor(len(list(folder.glob(f"*-{dist.get_rank()}.pt"))))
    dist.all_reduce(count)
    if dist.get_rank() == 0:
        print(f"{count.item()} files")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

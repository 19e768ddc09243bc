"""Trains one cell under plain torchrun, without the harness:

    torchrun --nproc-per-node 4 -m gridlock.train.torchrun SPEC.json

SPEC.json has the format that ../../README.md describes. Rank, world size and addresses come from
torchrun. Rank 0 prints the reports. The exit code is 1 if the training did not finish.
"""

import json
import os
import sys

from gridlock.train.channel import Stream
from gridlock.train.runner import run


class _Silent(Stream):
    def report(self, json_text):
        pass


def main(path):
    with open(path) as file:
        spec = json.load(file)
    rank, local_rank = int(os.environ["RANK"]), int(os.environ["LOCAL_RANK"])
    spec.update(
        rank=rank,
        local_rank=local_rank,
        device_index=local_rank,
        world_size=int(os.environ["WORLD_SIZE"]),
        local_world_size=int(os.environ["LOCAL_WORLD_SIZE"]),
        master_addr=os.environ["MASTER_ADDR"],
        master_port=int(os.environ["MASTER_PORT"]),
        store="env",
        tier="cold",
    )
    return 0 if run(spec, Stream() if rank == 0 else _Silent()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

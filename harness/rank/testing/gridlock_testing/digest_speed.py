"""python -m gridlock_testing.digest_speed SPEC.json RESULT.json: measures how fast a GPU digests
its memory, and how fast it copies its memory.

SPEC.json is {"bytes": the size of a tensor, far larger than caches, "repeats": the number of
measurements of each kind}. RESULT.json is {"device": name of the GPU, "digest": [seconds], "copy":
[seconds]}. Digests and copies alternate. The exit code is 1 if the GPU cannot compute digests.
"""

import json
import pathlib
import sys

import torch

from gridlock.train import digests

_WARM_UP = 3


def main(path, result_path):
    spec = json.loads(pathlib.Path(path).read_text())
    device = torch.device("cuda", 0)
    torch.cuda.set_device(device)
    sums = digests.sums_on(device)
    if sums is None:
        print("no digests on this GPU: gridlock was built without a CUDA compiler, or by a newer one")
        return 1
    layout = sums.layout()
    layout.add(0, 1, 0, [spec["bytes"]], [1])
    tensor = torch.randint(256, [spec["bytes"]], dtype=torch.uint8, device=device)
    other = torch.empty_like(tensor)
    result = {"device": torch.cuda.get_device_name(device), "digest": [], "copy": []}
    for repeat in range(_WARM_UP + spec["repeats"]):
        seconds = _seconds(lambda: layout.start([tensor])), _seconds(lambda: other.copy_(tensor))
        if repeat >= _WARM_UP:
            for name, taken in zip(("digest", "copy"), seconds):
                result[name].append(taken)
    pathlib.Path(result_path).write_text(json.dumps(result))
    return 0


def _seconds(work):
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    work()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) / 1000


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

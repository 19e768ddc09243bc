"""A generated program for two ranks on GPUs, which hangs or ends as its arguments say.

Each step computes, makes one call of a process group, and uses its result. In the step FAULT_STEP,
the rank at fault does something else. See gpu_programs.py for the rows."""

import argparse
import os
import time

import torch
import torch.distributed as dist

STEPS, FAULT_STEP = 8, 4
CALLS = ("all_reduce", "all_gather", "reduce_scatter", "broadcast", "all_to_all", "message")
# Each fault of the rank at fault in the step FAULT_STEP, and whether the job hangs then. The faults
# "late" and "key_behind" only look as if they would hang.
FAULTS = {
    "none": False,
    "late": False,
    "key_behind": False,
    "skip": True,
    "barrier": True,
    "metric": True,
    "key": True,
    "shorter": True,
}
COMPUTATIONS = ("kernels", "compiled", "graph", "copies")


def parse_args(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--call", choices=CALLS, default="all_reduce")
    parser.add_argument("--fault", choices=FAULTS, default="none")
    parser.add_argument("--at-fault", type=int, default=1)
    parser.add_argument("--compute", choices=COMPUTATIONS, default="kernels")
    parser.add_argument("--ahead", type=int, default=0, help="launches without reading a result")
    parser.add_argument("--stream", choices=("default", "side"), default="default")
    parser.add_argument("--asynchronous", action="store_true", help="async_op=True, wait() later")
    return parser.parse_args(arguments)


class Program:
    def __init__(self, options, device):
        self.options = options
        self.device = device
        self.rank = dist.get_rank()
        self.store = dist.distributed_c10d._get_default_store()
        self.cpu_group = dist.new_group(backend="gloo")
        self.metrics = dist.new_group()
        self.x = torch.ones(2048, device=device)
        self.y = torch.ones(4096, device=device)
        self.page = torch.ones(1 << 18)
        self.place = torch.empty(1 << 18, device=device)
        self.compute = getattr(self, f"make_{options.compute}")()
        self.compute()
        dist.barrier(self.metrics)
        torch.cuda.synchronize()

    def make_kernels(self):
        return lambda: self.x.mul_(1.0).add_(0.0)

    def make_compiled(self):
        step = torch.compile(lambda x: (x * 1.0).sin().asin().clamp(0, 1))
        step(self.x)
        return lambda: step(self.x)

    def make_graph(self):
        self.x.mul_(1.0)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.x.mul_(1.0).add_(0.0)
        return graph.replay

    def make_copies(self):
        return lambda: self.place.copy_(self.page, non_blocking=True)

    def call(self, elements=2048):
        """Makes the call, and orders the stream behind it."""
        x, y, other = self.x[:elements], self.y, 1 - self.rank
        options = {"async_op": self.options.asynchronous}
        kind = self.options.call
        if kind == "all_reduce":
            work = dist.all_reduce(x, **options)
        elif kind == "all_gather":
            work = dist.all_gather_into_tensor(y[: 2 * elements], x, **options)
        elif kind == "reduce_scatter":
            work = dist.reduce_scatter_tensor(x[: elements // 2].clone(), x, **options)
        elif kind == "broadcast":
            work = dist.broadcast(x, src=1 - self.options.at_fault, **options)
        elif kind == "all_to_all":
            work = dist.all_to_all_single(y[:elements], x, **options)
        elif self.rank == self.options.at_fault:
            work = dist.isend(x, other)
        else:
            work = dist.irecv(y[:elements], other)
        if work is not None:
            work.wait()

    def faulty_call(self):
        fault = self.options.fault
        if fault == "late":
            time.sleep(3)
        elif fault == "key_behind":
            self.store.wait(["behind"])
        elif fault == "barrier":
            dist.barrier(self.cpu_group)
        elif fault == "metric":
            total = torch.ones(1, device=self.device)
            dist.all_reduce(total, group=self.metrics)
            total.item()
        elif fault == "key":
            self.store.wait(["never"])
        if fault == "shorter":
            self.call(1024)
        elif fault != "skip":
            self.call()

    def step(self, number):
        is_faulty = number == FAULT_STEP and self.rank == self.options.at_fault
        self.compute()
        if is_faulty:
            self.faulty_call()
        else:
            self.call()
        if number == FAULT_STEP and self.options.fault == "key_behind" and not is_faulty:
            for _ in range(50):
                self.compute()
            self.store.set("behind", "1")
        for _ in range(self.options.ahead if number >= FAULT_STEP else 0):
            self.compute()
        if self.options.ahead == 0:
            self.x.sum().item()

    def run(self):
        for number in range(STEPS):
            self.step(number)
        self.x.sum().item()
        if self.options.fault == "key" and self.rank != self.options.at_fault:
            self.store.set("never", "1")
        dist.barrier(self.cpu_group)


def main():
    options = parse_args()
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    program = Program(options, device)
    if options.stream == "side":
        with torch.cuda.stream(torch.cuda.Stream()):
            program.run()
    else:
        program.run()
    torch.cuda.synchronize()
    print("done", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

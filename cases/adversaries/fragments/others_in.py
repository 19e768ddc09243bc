"""Calls in which all ranks wait for rank `late`."""

import torch
import torch.distributed as dist


def check(value, wanted):
    if value.tolist() != [wanted] * 4:
        raise RuntimeError(f"{value.tolist()} should be {wanted} everywhere")


def all_reduce(late):
    size = dist.get_world_size()
    x = torch.full((4,), dist.get_rank() + 1.0, device=DEVICE)
    dist.all_reduce(x)
    check(x, size * (size + 1) / 2)


def side_stream(late):
    """Waits for an event of the current stream. That stream waits for a call on another stream."""
    size, stream = dist.get_world_size(), torch.cuda.Stream()
    x = torch.full((4,), dist.get_rank() + 1.0, device=DEVICE)
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        dist.all_reduce(x)
    torch.cuda.current_stream().wait_stream(stream)
    torch.cuda.current_stream().record_event().synchronize()
    check(x, size * (size + 1) / 2)


def graph(late):
    """Replays a CUDA graph with a call. All ranks captured it before. Then frees the graph, because
    a group is destroyed only after the graphs with its calls."""
    x = torch.full((4,), dist.get_rank() + 1.0, device=DEVICE)
    y = CAPTURED["y"].copy_(x)
    CAPTURED["graph"].replay()
    size = dist.get_world_size()
    check(y, size * (size + 1) / 2)
    CAPTURED.clear()


def before_graph():
    """Runs the operations once without a graph, as capturing requires, and then captures them."""
    y = CAPTURED["y"] = torch.zeros(4, device=DEVICE)
    dist.all_reduce(y)
    torch.cuda.synchronize()
    graph = CAPTURED["graph"] = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        dist.all_reduce(y)


def recv(late):
    x = torch.full((4,), 7.0, device=DEVICE)
    if dist.get_rank() != late:
        x.zero_()
        dist.recv(x, late)
        check(x, 7.0)
        return
    for rank in range(dist.get_world_size()):
        if rank != late:
            dist.send(x, rank)


def store_wait(late):
    store = dist.distributed_c10d._get_default_store()
    if dist.get_rank() == late:
        store.set("arrived", "yes")
    else:
        store.wait(["arrived"])


def barrier(late):
    dist.barrier()


def new_group(late):
    all_ranks = list(range(dist.get_world_size()))
    dist.new_group(all_ranks)


CAPTURED = {}

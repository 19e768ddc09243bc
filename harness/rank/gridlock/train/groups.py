"""Keeps the process group of all ranks and the device meshes over it. Both live as long as the
process, so that a warm rank creates each group only once."""

import datetime
import functools

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

from gridlock.probe import recording

_BACKENDS = {"cpu": "gloo", "cuda": "nccl"}
# torch's timeout for gloo. It is long, because a short timeout would hide a hang. Deadlines are
# enforced by the harness.
_TIMEOUT = datetime.timedelta(minutes=30)


def join(spec):
    """Creates the default group. In a warm rank, checks that its existing group is the one that
    `spec` requests."""
    rank, world_size = spec["rank"], spec["world_size"]
    if dist.is_initialized():
        if (dist.get_rank(), dist.get_world_size()) != (rank, world_size):
            raise RuntimeError(
                f"this process is rank {dist.get_rank()} of {dist.get_world_size()}; "
                f"it cannot become rank {rank} of {world_size}"
            )
        return
    device = device_of(spec)
    dist.init_process_group(
        _BACKENDS[device.type],
        store=_store(spec),
        rank=rank,
        world_size=world_size,
        timeout=_TIMEOUT,
        device_id=device if device.type == "cuda" else None,
    )


def device_of(spec):
    if spec["device"] == "cuda":
        return torch.device("cuda", spec["device_index"])
    return torch.device(spec["device"])


def _store(spec):
    """Returns the store, or None if torch itself finds torchrun's store."""
    if spec["store"] == "env":
        return None
    if spec["store"] != "tcp":
        return dist.FileStore(spec["store"], spec["world_size"])
    is_master = spec["rank"] == 0
    make = functools.partial(
        dist.TCPStore,
        spec["master_addr"],
        spec["master_port"],
        spec["world_size"],
        is_master=is_master,
        timeout=_TIMEOUT,
        # The agent has already bound this socket, so no other program can take the port.
        master_listen_fd=spec.get("store_socket"),
    )
    address = f"{spec['master_addr']}:{spec['master_port']}"
    return recording.store(make, is_master, spec["world_size"], address, _TIMEOUT)


@functools.cache
def mesh(device_type, shape, names):
    """Returns the mesh of that shape over all ranks. Calls with equal arguments return the same
    object."""
    return init_device_mesh(device_type, shape, mesh_dim_names=names)


def world(cell, device):
    return mesh(device.type, (cell.world_size,), ("world",))


def shares(cell):
    """Returns the number of neighboring ranks that hold different parts of the model and compute
    with the same tokens."""
    return cell.tp * cell.pp


def is_split(cell):
    """Returns whether ranks hold different parts of the model. Shards of FSDP are not counted as
    parts."""
    return shares(cell) * cell.ep > 1


def data_and_context(cell, device):
    """Returns the mesh (dp, cp). Neighbors along cp share a sequence. If the cell has tp or pp, the
    mesh has a third dimension: the ranks that share this rank's tokens."""
    if shares(cell) > 1:
        rows = cell.world_size // (cell.cp * shares(cell))
        return mesh(device.type, (rows, cell.cp, shares(cell)), ("dp", "cp", "shares"))
    return mesh(device.type, (cell.world_size // cell.cp, cell.cp), ("dp", "cp"))


def context(cell, device):
    """Returns the mesh of the ranks that share this rank's sequence, or None at cp 1."""
    if cell.cp == 1:
        return None
    if cell.cp == cell.world_size:
        return world(cell, device)
    return data_and_context(cell, device)["cp"]


def parts(cell, device, name):
    """Returns the mesh (data, NAME). Neighbors along NAME hold different parts of the model; the
    axis NAME is the number of parts. Ranks along data hold the same part and have different
    tokens."""
    return mesh(device.type, (cell.world_size // cell[name], cell[name]), ("data", name))


def replicas(cell, device):
    """Returns the mesh of the ranks over which FSDP shards this rank's part of the model."""
    if cell.tp > 1:
        return parts(cell, device, "tp")["data"]
    if cell.pp > 1:
        return parts(cell, device, "pp")["data"]
    return world(cell, device)


def hybrid(cell, device):
    """Returns the mesh (replicate, shard): two replicas, each sharded over half of the ranks. An
    odd number of ranks has one replica."""
    copies = 2 if cell.world_size % 2 == 0 else 1
    return mesh(device.type, (copies, cell.world_size // copies), ("replicate", "shard"))

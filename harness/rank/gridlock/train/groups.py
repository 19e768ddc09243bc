"""The process group of all ranks and the meshes over it. Kept as long as the process lives, so that
a warm rank makes each group once."""

import datetime
import functools

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

from gridlock.probe import recording

_BACKENDS = {"cpu": "gloo", "cuda": "nccl"}
# As torch has it for gloo. Deadlines are the harness's business, and a short one would hide a hang.
_TIMEOUT = datetime.timedelta(minutes=30)


def join(spec):
    """Makes the default group, or checks that the one of a warm rank is the one asked for."""
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
    """None: torch finds torchrun's by itself."""
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
        # Bound by the agent beforehand, so that no other program can have taken the port.
        master_listen_fd=spec.get("store_socket"),
    )
    address = f"{spec['master_addr']}:{spec['master_port']}"
    return recording.store(make, is_master, spec["world_size"], address, _TIMEOUT)


@functools.cache
def mesh(device_type, shape, names):
    """The mesh of that shape over all ranks; the same one each time."""
    return init_device_mesh(device_type, shape, mesh_dim_names=names)


def world(cell, device):
    return mesh(device.type, (cell.world_size,), ("world",))


def shares(cell):
    """How many neighbors compute with the same tokens, each with its part of the model."""
    return cell.tp * cell.pp


def is_split(cell):
    """Whether ranks hold different parts of the model, apart from FSDP's shards."""
    return shares(cell) * cell.ep > 1


def data_and_context(cell, device):
    """(dp, cp): neighbors share a sequence. A third dimension, where the cell has tp or pp: those who
    share its tokens."""
    if shares(cell) > 1:
        rows = cell.world_size // (cell.cp * shares(cell))
        return mesh(device.type, (rows, cell.cp, shares(cell)), ("dp", "cp", "shares"))
    return mesh(device.type, (cell.world_size // cell.cp, cell.cp), ("dp", "cp"))


def context(cell, device):
    """The ranks that share this rank's sequence; None at cp 1."""
    if cell.cp == 1:
        return None
    if cell.cp == cell.world_size:
        return world(cell, device)
    return data_and_context(cell, device)["cp"]


def parts(cell, device, name):
    """(data, NAME): neighbors hold different parts of the model, the axis NAME says how many. The others
    hold the same part as this rank, of other tokens."""
    return mesh(device.type, (cell.world_size // cell[name], cell[name]), ("data", name))


def replicas(cell, device):
    """The ranks over which FSDP shards what this rank holds of the model."""
    if cell.tp > 1:
        return parts(cell, device, "tp")["data"]
    if cell.pp > 1:
        return parts(cell, device, "pp")["data"]
    return world(cell, device)


def hybrid(cell, device):
    """(replicate, shard): two replicas, each sharded over half of the ranks."""
    copies = 2 if cell.world_size % 2 == 0 else 1
    return mesh(device.type, (copies, cell.world_size // copies), ("replicate", "shard"))

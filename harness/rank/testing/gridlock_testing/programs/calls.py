"""Makes the collectives of torch.distributed. The functions have the names that the probe uses for
the operations.

Each function receives a Call, issues it, and returns the call's work (None if it has none) and
pairs of tensors: an output, and the content that the output must have if every member makes a
matching call.
"""

import datetime

import torch
import torch.distributed as dist

from gridlock_testing.programs import numbers
from gridlock_testing.programs.suite import operations

# The timeout of a monitored barrier. No program runs that long.
_LONG = datetime.timedelta(minutes=30)


def broadcast(call):
    tensor = call.mine() if call.rank == call.root else call.blank()
    work = dist.broadcast(tensor, call.root, call.group, async_op=call.is_async)
    return work, [(tensor, call.input_of(call.root))]


def all_reduce(call):
    tensor = call.mine()
    work = dist.all_reduce(tensor, call.torch_reduce_op, call.group, async_op=call.is_async)
    return work, [(tensor, call.reduced())]


def all_reduce_coalesced(call):
    tensor = call.mine()
    options = dist.AllreduceCoalescedOptions()
    options.reduceOp = call.torch_reduce_op
    work = call.group.allreduce_coalesced([tensor], options)
    return _waited(call, work), [(tensor, call.reduced())]


def reduce(call):
    tensor = call.mine()
    work = dist.reduce(
        tensor, call.root, call.torch_reduce_op, call.group, async_op=call.is_async
    )
    return work, [(tensor, call.reduced())] if call.rank == call.root else []


def all_gather(call):
    outputs = call.blanks()
    work = dist.all_gather(outputs, call.mine(), call.group, async_op=call.is_async)
    return work, zip(outputs, call.everybodys())


def all_gather_into_tensor(call):
    output = torch.cat(call.blanks())
    work = dist.all_gather_into_tensor(output, call.mine(), call.group, async_op=call.is_async)
    return work, [(output, torch.cat(call.everybodys()))]


def all_gather_coalesced(call):
    outputs = call.blanks()
    work = call.group.allgather_coalesced([[output] for output in outputs], [call.mine()])
    return _waited(call, work), zip(outputs, call.everybodys())


def gather(call):
    outputs = call.blanks() if call.rank == call.root else None
    work = dist.gather(call.mine(), outputs, call.root, call.group, async_op=call.is_async)
    return work, zip(outputs or [], call.everybodys())


def scatter(call):
    output = call.blank()
    inputs = [call.mine() + place for place in range(call.size)]
    expected = call.input_of(call.root) + call.members.index(call.rank)
    work = dist.scatter(
        output,
        inputs if call.rank == call.root else None,
        call.root,
        call.group,
        async_op=call.is_async,
    )
    return work, [(output, expected)]


def reduce_scatter(call):
    output = call.blank_chunk()
    work = dist.reduce_scatter(
        output,
        list(call.chunks(call.mine())),
        call.torch_reduce_op,
        call.group,
        async_op=call.is_async,
    )
    return work, [(output, call.my_chunk(call.reduced()))]


def reduce_scatter_tensor(call):
    output = call.blank_chunk()
    work = dist.reduce_scatter_tensor(
        output, call.mine(), call.torch_reduce_op, call.group, async_op=call.is_async
    )
    return work, [(output, call.my_chunk(call.reduced()))]


def all_to_all_single(call):
    expected = torch.cat(_sent_to_me(call))
    output = numbers.blank(expected.shape, call.dtype).to(call.device)
    to_me = call.splits and [call.my_chunk(call.blank()).numel()] * call.size
    work = dist.all_to_all_single(
        output, call.mine().reshape(-1), to_me, call.splits, call.group, async_op=call.is_async
    )
    return work, [(output, expected)]


def all_to_all(call):
    outputs = [call.blank_chunk() for _ in call.members]
    inputs = list(call.chunks(call.mine()))
    work = dist.all_to_all(outputs, inputs, call.group, async_op=call.is_async)
    return work, zip(outputs, _sent_to_me(call))


def _sent_to_me(call):
    return [call.my_chunk(sent) for sent in call.everybodys()]


def barrier(call):
    return dist.barrier(call.group, async_op=call.is_async), []


def monitored_barrier(call):
    dist.monitored_barrier(call.group, timeout=_LONG)
    return None, []


def _waited(call, work):
    if call.is_async:
        return work
    work.wait()
    return None


COLLECTIVES = {name: globals()[name] for name in operations.ALL}

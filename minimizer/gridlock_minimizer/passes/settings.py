"""Drops well-known parts of training scripts, each as a whole: sharding and data parallelism,
activation checkpointing, the optimizer, mixed precision, gradient clipping."""

import ast

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import callee
from gridlock_minimizer.syntax.rewriting import dropped, replaced_by
from gridlock_minimizer.syntax.tree import names, walk

# Functions that return their first argument, either wrapped or changed.
_WRAPPERS = {
    "fully_shard", "replicate", "checkpoint_wrapper", "apply_activation_checkpointing", "parallelize_module",
    "DistributedDataParallel", "DDP", "FullyShardedDataParallel", "FSDP", "convert_sync_batchnorm",
}  # fmt: skip
_CHECKPOINTS = {"checkpoint"}  # checkpoint(function, *arguments)
_STATEMENTS = {
    "clip_grad_norm_",
    "clip_grad_value_",
    "zero_grad",
}
# Methods that a module has only after fully_shard().
_OF_SHARDED = {
    "set_force_sum_reduction_for_comms", "set_gradient_divide_factor", "set_is_last_backward",
    "set_modules_to_backward_prefetch", "set_modules_to_forward_prefetch", "set_requires_all_reduce",
    "set_requires_gradient_sync", "set_reshard_after_backward", "set_unshard_in_backward", "unshard",
}  # fmt: skip
_KEYWORDS = {
    "mp_policy",
    "mixed_precision",
    "offload_policy",
    "reshard_after_forward",
    "device_mesh",
    "mesh",
}
_CONTEXTS = {
    "autocast",
    "no_sync",
    "loss_parallel",
    "implicit_replication",
    "sdpa_kernel",
    "no_grad",
}


def pieces(script):
    groups = {}
    statements = {id(s.value): s for s in walk(script.tree) if isinstance(s, ast.Expr)}
    for node in walk(script.tree):
        found = _part(node, statements)
        if found:
            groups.setdefault(found[0], []).append(found[1])
    _optimizers(script.tree, groups)
    result = []
    for name, members in groups.items():
        parent = len(result)
        result.append(
            _piece(name, [edit for member in members for edit in member], -1, len(members))
        )
        if len(members) > 1:
            for member in members:
                result.append(_piece(f"{name} {ast.unparse(member[0][0])}", member, parent, 1))
    return result


def _piece(name, edits, parent, weight):
    return Piece([Alternative(edits, takes_users=False)], parent, weight, name=name)


def _part(node, statements):
    """Returns (group, edits that remove the node). Returns None if the node belongs to no group."""
    if isinstance(node, ast.keyword) and node.arg in _KEYWORDS:
        return f"{node.arg}=", [(node, dropped)]
    if isinstance(node, ast.withitem) and isinstance(node.context_expr, ast.Call):
        name = callee(node.context_expr)
        return (
            (f"with {name}", [(node, dropped)])
            if name in _CONTEXTS and not node.optional_vars
            else None
        )
    if not isinstance(node, ast.Call):
        return None
    name, statement = callee(node), statements.get(id(node))
    if name in _WRAPPERS and node.args:
        return name, [(statement, dropped) if statement else (node, replaced_by(node.args[0]))]
    if name in _CHECKPOINTS and len(node.args) > 1:
        return name, [(node, _called_directly(node))]
    group = "fully_shard" if name in _OF_SHARDED else name
    known = name in _STATEMENTS | _OF_SHARDED
    return (group, [(statement, dropped)]) if known and statement else None


def _called_directly(call):
    return lambda rewriting: ast.Call(
        rewriting(call.args[0]), [rewriting(a) for a in call.args[1:]], []
    )


def _optimizers(tree, groups):
    """Groups each optimizer, as in x = torch.optim.…(…), with every statement that only uses it."""
    made = {}
    for s in walk(tree):
        if isinstance(s, ast.Assign) and isinstance(s.value, ast.Call) and len(s.targets) == 1:
            if "optim" in ast.unparse(s.value.func) or callee(s.value) in ("SGD", "Adam", "AdamW"):
                made[ast.unparse(s.targets[0])] = s
    for name, s in made.items():
        uses = [
            u
            for u in walk(tree)
            if isinstance(u, ast.Expr) and ast.unparse(u).startswith(name + ".")
        ]
        others = names(
            [
                n
                for n in walk(tree)
                if isinstance(n, ast.stmt)
                and n is not s
                and not hasattr(n, "body")
                and n not in uses
            ]
        )
        if name.startswith("self.") or name not in others:
            groups[f"optimizer {name}"] = [[(part, dropped) for part in (s, *uses)]]

"""Maps the names that axes and `gridlock flags` use to torch's configuration modules."""

# All modules call install_config_module (torch/utils/_config_module.py). Not every version of torch
# has all modules.
MODULES = {
    "compiler": "torch.compiler.config",
    "distributed": "torch.distributed.config",
    "dynamo": "torch._dynamo.config",
    "functorch": "torch._functorch.config",
    "fx": "torch.fx.experimental._config",
    "inductor": "torch._inductor.config",
    "inductor_comms": "torch._inductor.config_comms",
}

# The files of these modules, relative to the folder of torch.
FILES = {
    key: module.removeprefix("torch.").replace(".", "/") + ".py" for key, module in MODULES.items()
}

# Names of FSDP settings. FSDPModule has a method set_NAME() for each. The harness calls it on each
# module that fully_shard or replicate returns.
FSDP = (
    "allocate_memory_from_process_group_for_comm",
    "force_sum_reduction_for_comms",
    "unshard_in_backward",
)

"""The modules of torch that are configuration, by the name that axes and `gridlock flags` call them."""

# All have install_config_module (torch/utils/_config_module.py). A version of torch may lack some.
MODULES = {
    "compiler": "torch.compiler.config",
    "distributed": "torch.distributed.config",
    "dynamo": "torch._dynamo.config",
    "functorch": "torch._functorch.config",
    "fx": "torch.fx.experimental._config",
    "inductor": "torch._inductor.config",
    "inductor_comms": "torch._inductor.config_comms",
}

# Within the folder of torch.
FILES = {
    key: module.removeprefix("torch.").replace(".", "/") + ".py" for key, module in MODULES.items()
}

# What FSDPModule.set_NAME() sets, of each module that fully_shard or replicate returns.
FSDP = (
    "allocate_memory_from_process_group_for_comm",
    "force_sum_reduction_for_comms",
    "unshard_in_backward",
)

"""Lists the modules and results that ranks need at some time. Without preloading, torch would
import and compute them again in every rank. The modules were found by comparing sys.modules after
cells."""

import contextlib
import importlib
import pkgutil

from gridlock.cell import standard_defaults

MODULES = (
    "importlib.metadata",
    "multiprocessing.synchronize",
    "sympy.physics.units",
    "sympy.sets.setexpr",
    "sympy.tensor.tensor",
    "torch._dynamo",
    "torch._dynamo.dce_extra_outputs",
    "torch._dynamo.repro.after_aot",
    "torch._export.db.logging",
    "torch._export.passes._node_metadata_hook",
    "torch._export.passes.add_runtime_assertions_for_constraints_pass",
    "torch._export.passes.collect_tracepoints_pass",
    "torch._functorch._activation_checkpointing.remat_using_tags_for_fwd_loss_bwd_graph_pass",
    "torch._inductor.bounds",
    "torch._inductor.choices",
    "torch._inductor.codegen.memory_planning",
    "torch._inductor.codegen.segmented_tree",
    "torch._inductor.compile_fx",
    "torch._inductor.compiler_bisector",
    "torch._inductor.cudagraph_trees",
    "torch._inductor.extern_node_serializer",
    "torch._inductor.fx_passes.apply_gumbel_max_trick",
    "torch._inductor.fx_passes.efficient_conv_bn_eval",
    "torch._inductor.fx_passes.freezing_patterns",
    "torch._inductor.fx_passes.fuse_attention",
    "torch._inductor.fx_passes.mkldnn_fusion",
    "torch._inductor.fx_passes.pad_mm",
    "torch._inductor.fx_passes.quantization",
    "torch._inductor.hooks",
    "torch._inductor.kernel_template_choice",
    "torch._inductor.runtime.caching",
    "torch._subclasses.schema_check_mode",
    "torch.compiler.config",
    "torch.distributed.config",
    "torch.distributed.tensor.debug",
    "torch.distributed.tensor.experimental._context_parallel._sharding_rules",
    "torch.export._leakage_detection_utils",
    "torch.export._trace",
    "torch.export._unlift",
    "torch.fx.experimental.validator",
    "torch.utils._cpp_embed_headers",
    "gridlock.train.runner",
)
PACKAGES = ("torch._inductor.fx_passes.serialized_patterns",)
# Modules that may be missing. Torch's builds for CPUs do not include Triton, some Python
# installations lack setuptools, gridlock's own modules in C++ need the harness, and older versions
# of torch lack some modules.
OPTIONAL_MODULES = (
    "gridlock_digest",
    "gridlock_probe",
    "torch._higher_order_ops.passes.inline_invoke_subgraph",
    "torch._inductor.heuristics.template.flydsl",
    "torch.utils.cpp_extension",
    "triton.compiler.code_generator",
    "triton.tools.tensor_descriptor",
)


def load():
    for name in MODULES:
        importlib.import_module(name)
    for name in PACKAGES:
        package = importlib.import_module(name)
        for module in pkgutil.iter_modules(package.__path__, name + "."):
            importlib.import_module(module.name)
    for name in OPTIONAL_MODULES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    standard_defaults()  # also loads the TOML parser that cases need
    warm_up()


def warm_up():
    import torch
    from torch._dynamo.backends.registry import list_backends
    from torch._inductor.codecache import torch_key
    from torch._inductor.codegen import common

    from gridlock.start import vector_isa

    # Each of the next three calls imports a module per backend or device.
    list_backends()
    common.init_backend_registration()
    common.get_device_op_overrides("cpu")
    # Computes the hashes of the sources of torch and Triton, which are part of every cache key. The
    # third part of a cache key is the hash of the system. It is not computed here, because it would
    # query GPUs.
    torch_key()
    with contextlib.suppress(ImportError):
        importlib.import_module("triton.runtime.cache").triton_key()
    vector_isa.pick()
    # Reads the source files that Dynamo needs. Dynamo looks up the function that contains a line,
    # and reads the whole file for that.
    with contextlib.suppress(ImportError):
        names = importlib.import_module("torch._dynamo.funcname_cache")
        for module in (torch.nn.functional, torch.nn.modules.linear):
            names.get_funcname(module.__file__, 1)

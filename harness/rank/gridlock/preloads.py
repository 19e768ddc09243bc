"""What ranks need sooner or later: modules, found by comparing sys.modules after cells, and results
that torch would otherwise find out anew in every rank."""

import importlib

MODULES = (
    "torch._dynamo",
    "torch._dynamo.dce_extra_outputs",
    "torch._dynamo.repro.after_aot",
    "torch._export.db.logging",
    "torch._export.passes.add_runtime_assertions_for_constraints_pass",
    "torch._export.passes._node_metadata_hook",
    "torch._export.passes.collect_tracepoints_pass",
    "torch._functorch._activation_checkpointing.remat_using_tags_for_fwd_loss_bwd_graph_pass",
    "torch._inductor.compile_fx",
    "torch._inductor.compiler_bisector",
    "torch._subclasses.schema_check_mode",
    "torch.export._leakage_detection_utils",
    "torch.export._trace",
    "torch.export._unlift",
    "torch.fx.experimental.validator",
    "sympy.physics.units",
    "sympy.sets.setexpr",
    "sympy.tensor.tensor",
    "gridlock.runner",
)


def load():
    for name in MODULES:
        importlib.import_module(name)
    warm_up()


def warm_up():
    from torch._dynamo.backends.registry import list_backends
    from torch._inductor.cpu_vec_isa import pick_vec_isa

    # Imports every backend's module.
    list_backends()
    # Compiles test programs: 10 s and more.
    pick_vec_isa()

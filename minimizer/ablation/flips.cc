#include "minimizer/ablation/flips.h"

#include <array>

#include "minimizer/ablation/setting.h"

namespace gridlock::minimizer {
namespace {

struct EntryRow {
  Rung from;  // the first rung that reads the entry
  const char* name;
  std::array<const char*, 2> values;  // one for each round; null: the round has none
};

// The tables contain no entries that only hide a failure (suppress_errors), set a time limit, or
// print.
constexpr std::array kDynamo = {
    EntryRow{Rung::kEager, "inline_inbuilt_nn_modules", {"false"}},
    EntryRow{Rung::kEager, "optimize_ddp", {"false"}},
    EntryRow{Rung::kEager, "automatic_dynamic_shapes", {"false"}},
    EntryRow{Rung::kEager, "assume_static_by_default", {"true", "false"}},
    EntryRow{Rung::kEager, "capture_scalar_outputs", {"false", "true"}},
    EntryRow{Rung::kEager, "capture_dynamic_output_shape_ops", {"false", "true"}},
    EntryRow{Rung::kEager, "specialize_int", {"true", "false"}},
    EntryRow{Rung::kEager, "specialize_float", {"true", "false"}},
    EntryRow{Rung::kEager, "allow_unspec_int_on_nn_module", {"false", "true"}},
    EntryRow{Rung::kEager, "guard_nn_modules", {"true", "false"}},
    EntryRow{Rung::kEager, "skip_nnmodule_hook_guards", {"false", "true"}},
    EntryRow{Rung::kEager, "skip_fsdp_hooks", {"true", "false"}},
    EntryRow{Rung::kEager, "enable_compiler_collectives", {"false"}},
    EntryRow{Rung::kEager, "compiled_autograd", {"false"}},
    EntryRow{Rung::kEager, "recompile_limit", {"1000"}},  // alias: cache_size_limit
};

constexpr std::array kFunctorch = {
    EntryRow{Rung::kAotEager, "activation_memory_budget", {"1.0"}},
    EntryRow{Rung::kAotEager, "cse", {"false"}},
    EntryRow{Rung::kAotEager, "functionalize_rng_ops", {"false"}},
    EntryRow{Rung::kAotEager, "recompute_views", {"false", "true"}},
    EntryRow{Rung::kAotEager, "ban_recompute_not_in_allowlist", {"true", "false"}},
    EntryRow{Rung::kAotEager, "aggressive_recomputation", {"false"}},
    EntryRow{Rung::kAotEager, "treat_parameters_as_free_to_save", {"true", "false"}},
    EntryRow{Rung::kAotEager, "donated_buffer", {"false"}},
    EntryRow{Rung::kAotEager, "view_replay_for_aliased_outputs", {"true", "false"}},
    EntryRow{Rung::kAotEager, "static_weight_shapes", {"true", "false"}},
    EntryRow{Rung::kAotEager, "enable_activation_offloading", {"false"}},
    EntryRow{Rung::kAotEager, "_sync_decision_cross_ranks", {"false", "true"}},
    EntryRow{Rung::kAotEager, "enable_autograd_cache", {"false"}},
};

constexpr std::array kInductor = {
    EntryRow{
        Rung::kPartitioned, "fallback_random", {"true", "false"}},  // also chooses decompositions
    EntryRow{Rung::kInductor, "emulate_precision_casts", {"true", "false"}},
    EntryRow{Rung::kInductor, "pattern_matcher", {"false"}},
    EntryRow{Rung::kInductor, "joint_graph_constant_folding", {"false"}},
    EntryRow{Rung::kInductor, "layout_optimization", {"false"}},
    EntryRow{Rung::kInductor, "comprehensive_padding", {"false"}},
    EntryRow{Rung::kInductor, "shape_padding", {"false"}},
    EntryRow{Rung::kInductor, "inplace_padding", {"false"}},
    EntryRow{Rung::kInductor, "max_fusion_size", {"1"}},
    EntryRow{Rung::kInductor, "epilogue_fusion", {"false"}},
    EntryRow{Rung::kInductor, "loop_ordering_after_fusion", {"false"}},
    EntryRow{Rung::kInductor, "aggressive_fusion", {"false"}},
    EntryRow{Rung::kInductor, "split_reductions", {"false"}},
    EntryRow{Rung::kInductor, "reorder_for_locality", {"false"}},
    EntryRow{Rung::kInductor, "reorder_for_peak_memory", {"false"}},
    EntryRow{Rung::kInductor, "reorder_for_compute_comm_overlap", {"false"}},
    EntryRow{Rung::kInductor, "bucket_all_gathers_fx", {"\"none\""}},
    EntryRow{Rung::kInductor, "bucket_reduce_scatters_fx", {"\"none\""}},
    EntryRow{Rung::kInductor, "inplace_buffers", {"false"}},
    EntryRow{Rung::kInductor, "allow_buffer_reuse", {"false"}},
    EntryRow{Rung::kInductor, "memory_planning", {"false"}},
    EntryRow{Rung::kInductor, "graph_partition", {"false"}},
    EntryRow{Rung::kInductor, "use_fast_math", {"false"}},
    EntryRow{Rung::kInductor, "freezing", {"false"}},
    EntryRow{Rung::kInductor, "max_autotune", {"false"}},
    EntryRow{Rung::kInductor, "cpp.simdlen", {"1"}},  // no vector instructions
    EntryRow{Rung::kInductor, "cpp.enable_tiling_heuristics", {"false"}},
    EntryRow{Rung::kInductor, "cpp.enable_loop_tail_vec", {"false"}},
    EntryRow{Rung::kInductor, "cpp.enable_unsafe_math_opt_flag", {"false"}},
    EntryRow{Rung::kInductor, "triton.cudagraphs", {"false"}},
    EntryRow{Rung::kInductor, "fx_graph_cache", {"false"}},
};

template <typename Rows>
void add(std::vector<Flip>& flips, const std::string& module, const Rows& rows, Rung rung,
         std::size_t round) {
  for (const EntryRow& row : rows) {
    if (row.from > rung || row.values[round] == nullptr) continue;
    flips.push_back({module + row.name, row.values[round]});
  }
}

}  // namespace

std::vector<Flip> flips_for(Rung rung, int round) {
  std::vector<Flip> flips;
  if (round < 0 || round > 1) return flips;
  const auto at = static_cast<std::size_t>(round);
  add(flips, "torch._dynamo.config.", kDynamo, rung, at);
  add(flips, "torch._functorch.config.", kFunctorch, rung, at);
  add(flips, "torch._inductor.config.", kInductor, rung, at);
  return flips;
}

std::string words_of(const Flip& flip) {
  return flip.entry + " = " + python_value(flip.value);
}

}  // namespace gridlock::minimizer

#include "harness/diagnosis/compile_phase.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "harness/diagnosis/frame.h"

namespace gridlock::diagnosis {
namespace {

struct PhaseRow {
  std::string_view file;      // part of the path; "" = any
  std::string_view function;  // plain name of the function; "" = any
  std::string_view phase;
  // Whether all frames further inside belong to this phase too, whatever they match.
  bool whole = false;
};

// The phases. The innermost frame that matches a row decides; if it matches several rows, the first
// one does. Rows with a function are for steps that are known to take long.
constexpr std::array kPhaseRows = std::to_array<PhaseRow>({
    {"", "find_first_unfusible", "the partitioner"},
    {"torch/_functorch/partitioners.py", "solve_min_cut", "the partitioner"},
    {"torch/_functorch/partitioners.py", "", "the partitioner"},
    {"torch/_functorch/_activation_checkpointing/", "", "the partitioner"},
    // Inductor builds and runs small C++ programs in this step.
    {"torch/_inductor/cpu_vec_isa.py", "", "inductor's probing for vector instructions", true},
    // The first compile of a process imports most of the compiler.
    {"<frozen importlib", "_find_and_load", "the import of modules", true},
    {"torch/_inductor/cpp_builder.py", "", "the C++ compiler"},
    {"torch/_inductor/runtime/triton_heuristics.py", "", "Triton's autotuning of kernels"},
    {"triton/compiler/", "", "the Triton compiler"},
    {"triton/runtime/", "", "the Triton compiler"},
    {"torch/_inductor/codecache.py", "", "inductor's kernel builds"},
    {"torch/_inductor/async_compile.py", "", "inductor's kernel builds"},
    {"torch/_inductor/compile_worker/", "", "inductor's kernel builds"},
    {"torch/_inductor/select_algorithm.py", "", "inductor's kernel selection"},
    {"torch/_inductor/codegen/", "", "inductor's code generation"},
    {"torch/_inductor/scheduler.py", "", "inductor's scheduler"},
    {"torch/_inductor/fx_passes/", "", "inductor's graph passes"},
    {"torch/_inductor/pattern_matcher.py", "", "inductor's graph passes"},
    {"torch/_inductor/lowering.py", "", "inductor's lowering"},
    {"torch/_inductor/graph.py", "", "inductor's lowering"},
    {"torch/_inductor/ir.py", "", "inductor's lowering"},
    {"torch/_inductor/", "", "inductor"},
    {"torch/_functorch/", "", "AOTAutograd"},
    {"torch/_dynamo/guards.py", "", "Dynamo's guards"},
    {"torch/_dynamo/symbolic_convert.py", "", "Dynamo's tracing"},
    {"torch/_dynamo/variables/", "", "Dynamo's tracing"},
    {"torch/_dynamo/output_graph.py", "", "Dynamo's tracing"},
    {"torch/_dynamo/", "", "Dynamo"},
});

// Files whose frames call a compiler: Dynamo's entry, and the entries of the compilers of the
// backward. AOTAutograd sometimes calls these compilers only in the first backward.
constexpr std::array kEntries = std::to_array<std::string_view>(
    {"torch/_dynamo/convert_frame.py", "torch/_inductor/compile_fx.py",
     "torch/_functorch/_aot_autograd/graph_compile.py", "torch/_inductor/compile_worker/",
     "triton/compiler/"});

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_entry(const Frame& frame) {
  return std::ranges::any_of(kEntries, [&](auto entry) { return has(frame.file, entry); });
}

const PhaseRow* row_of(const Frame& frame) {
  const std::string function = plain_function(frame);
  const auto row = std::ranges::find_if(kPhaseRows, [&](const PhaseRow& r) {
    return has(frame.file, r.file) && (r.function.empty() || r.function == function);
  });
  return row != kPhaseRows.end() ? &*row : nullptr;
}

using Frames = std::vector<Frame>;

// Returns the end of the range of frames that may show the phase.
Frames::const_iterator innermost_end(Frames::const_iterator entry, Frames::const_iterator end) {
  const auto whole = std::find_if(entry, end, [](const Frame& frame) {
    const PhaseRow* row = row_of(frame);
    return row != nullptr && row->whole;
  });
  return whole != end ? whole + 1 : end;
}

}  // namespace

std::optional<CompilePlace> compile_place(const ThreadStack& thread) {
  const auto entry = std::find_if(thread.frames.begin(), thread.frames.end(), is_entry);
  if (entry == thread.frames.end()) return std::nullopt;
  CompilePlace found;
  bool known_step = false;
  const auto end = innermost_end(entry, thread.frames.end());
  for (auto frame = end; frame-- != entry && !known_step;) {
    const PhaseRow* row = row_of(*frame);
    if (row == nullptr) continue;
    if (!found.phase.empty() && row->phase != found.phase) break;
    known_step = !row->function.empty();
    if (found.phase.empty() || known_step) found.frame = *frame;
    found.phase = row->phase;
  }
  found.caller = named_frame({thread.frames.begin(), entry});
  if (found.caller && origin_of(*found.caller) != Origin::kUser) found.caller.reset();
  return found;
}

}  // namespace gridlock::diagnosis

#include "harness/controller/capacity.h"

#include <fmt/format.h>

#include "harness/controller/resources.h"
#include "harness/controller/specification.h"
#include "harness/controller/training.h"
#include "harness/text/quantity.h"

namespace gridlock::controller {
namespace {

// Peak private memory of one rank of cases/dense, in MiB. It includes page tables and excludes
// memory shared with the zygote. It was measured with torch 2.11 from /proc/PID/smaps_rollup, with
// 16, 64 and 128 eager ranks, with 4 and 16 ranks that compile with aot_eager_decomp_partition, and
// with 4 cold ranks.
constexpr double kForkedRank = 28;
constexpr double kColdRank = 344;
constexpr double kCompiler = 46;  // added if the rank compiles
constexpr double kPeer = 0.02;    // added per peer rank for gloo's connections

double mib_per_rank(const matrix::PlannedCell& planned, const std::string& tier) {
  return (uses_cold_tier(planned, tier) ? kColdRank : kForkedRank) +
         (compiles(planned.cell) ? kCompiler : 0) + kPeer * world_size_of(planned.cell);
}

std::string why_too_large(const matrix::PlannedCell& planned, const MachineFacts& machine,
                          const std::string& tier) {
  constexpr double kMib = 1 << 20, kGib = 1 << 30;
  const int ranks = world_size_of(planned.cell);
  const double each = mib_per_rank(planned, tier) * kMib;
  const double needed = ranks * each;
  const double usable = machine.available_gib * kGib * kMemoryShare;
  if (machine.available_gib <= 0 || needed <= usable) return "";
  return fmt::format(
      "{} at least {} of memory ({} each), but may use only {} of the {} that are free",
      ranks == 1 ? "1 rank needs" : fmt::format("{} ranks need", ranks), text::bytes(needed),
      text::bytes(each), text::bytes(usable), text::bytes(machine.available_gib * kGib));
}

}  // namespace

void skip_oversized_cells(matrix::Plan& plan, const MachineFacts& machine,
                          const std::string& tier) {
  for (matrix::PlannedCell& planned : plan.cells) {
    if (!planned.skip.empty() || trains_on_gpus(planned.cell, machine)) continue;
    planned.skip = why_too_large(planned, machine, tier);
  }
}

}  // namespace gridlock::controller

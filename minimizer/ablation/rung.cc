#include "minimizer/ablation/rung.h"

#include <array>

namespace gridlock::minimizer {
namespace {

struct RungRow {
  const char* backend;
  const char* component;
};

constexpr std::array<RungRow, 6> kRungs{{
    {"none", "no part of the compiler"},
    {"eager", "Dynamo"},
    {"aot_eager", "AOTAutograd"},
    {"aot_eager_decomp_partition", "decompositions or the partitioner"},
    {"inductor", "Inductor"},
    {"custom", "the script's own back end"},
}};

const RungRow& row_of(Rung rung) {
  return kRungs[static_cast<std::size_t>(rung)];
}

}  // namespace

const char* backend_of(Rung rung) {
  return row_of(rung).backend;
}

const char* component_of(Rung rung) {
  return row_of(rung).component;
}

Rung rung_of(const std::string& backend) {
  std::size_t at = 0;
  while (at + 1 < kRungs.size() && backend != kRungs[at].backend) ++at;
  return static_cast<Rung>(at);
}

}  // namespace gridlock::minimizer

// Which rank failed first, when several did. Once a rank is gone the others fail too, because they
// wait for it: gloo and NCCL then raise about connections. Those are recognized by their text (a
// table in diagnosis/exception.cc, with where each line comes from) and are at fault only when no
// other rank is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/verdict/record.h"

namespace gridlock::verdict {

struct Fault {
  std::string verdict_class;  // killed | raised | exited early
  std::vector<int> ranks;     // sorted
  std::string sentence;
  std::string signature;
  // Every failing rank only saw a connection break. When the cell was being stopped anyway, that is
  // an effect of stopping it.
  bool only_fallout = false;
};

// Nothing when no rank failed. Ranks that gridlock stopped did not fail. Where ranks failed in
// several ways, killed goes before raised and raised before exited: a rank that is killed can make
// others raise anything, not the other way round. A rank that ended as if all were well and left a
// call out is at fault for what the others raised about connections (CellRecord::early_exit).
std::optional<Fault> find_fault(const CellRecord& record);

// Those whose process ended as if all were well: with exit code 0, or by sys.exit(0).
std::vector<int> finished_ranks(const CellRecord& record);

}  // namespace gridlock::verdict

// Records as JSON: what each field is called. A line may have other fields: a later build may add
// some without changing what a line means.
#pragma once

#include "harness/diagnosis/hang_fields.h"
#include "harness/fields/description.h"
#include "harness/protocol/message_fields.h"
#include "harness/verdict/record.h"

namespace gridlock::verdict {

struct VerdictName {
  using Written = std::string;
  static Written write(Verdict verdict) { return Written(name(verdict)); }
  static Verdict read(const Written& name) { return verdict_named(name); }
};

constexpr auto fields_of(fields::Type<RankReport>) {
  return fields::OpenList{
      fields::required("rank", &RankReport::rank),
      fields::usual("phase", &RankReport::phase),
      fields::usual("finished", &RankReport::finished),
      fields::usual("losses", &RankReport::losses),
      fields::usual("grad_norms", &RankReport::grad_norms),
      fields::usual("seconds", &RankReport::seconds),
      fields::usual("compile", &RankReport::compile),
      fields::usual("peak_memory_mib", &RankReport::peak_memory_mib),
      fields::usual("error", &RankReport::error),
      fields::usual("traceback", &RankReport::traceback),
      fields::usual("exit_code", &RankReport::exit_code),
      fields::usual("signal", &RankReport::signal),
      fields::usual("stopped", &RankReport::stopped),
  };
}

constexpr auto fields_of(fields::Type<CellRecord>) {
  return fields::OpenList{
      fields::required("cell", &CellRecord::cell),
      fields::required("case", &CellRecord::case_name),
      fields::required("axes", &CellRecord::axes),
      fields::usual("role", &CellRecord::role),
      fields::usual("tier", &CellRecord::tier),
      fields::usual("repetition", &CellRecord::repetition),
      fields::required<VerdictName>("verdict", &CellRecord::verdict),
      fields::usual("class", &CellRecord::verdict_class),
      fields::usual("unexpected", &CellRecord::unexpected),
      fields::usual("ranks", &CellRecord::ranks),
      fields::usual("sentence", &CellRecord::sentence),
      fields::usual("signature", &CellRecord::signature),
      fields::usual("seconds", &CellRecord::seconds),
      fields::usual("steps", &CellRecord::steps),
      fields::usual("hang", &CellRecord::hang),
      fields::usual("desync", &CellRecord::desync),
      fields::usual("note", &CellRecord::note),
      fields::usual("evidence", &CellRecord::evidence),
      fields::usual("rerun", &CellRecord::rerun),
      fields::usual("timed_out", &CellRecord::timed_out),
      fields::usual("deadline_seconds", &CellRecord::deadline_seconds),
      fields::usual("interrupted", &CellRecord::interrupted),
      fields::usual("lost", &CellRecord::lost),
      fields::required("reports", &CellRecord::reports),
  };
}

// Of the cell as a whole, for people.
struct Summary {
  std::map<std::string, double> phases;
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::optional<protocol::CompileCounters> compile;
  double peak_memory_mib = 0;
};

constexpr auto fields_of(fields::Type<Summary>) {
  return fields::List{
      fields::usual("phases", &Summary::phases),
      fields::usual("losses", &Summary::losses),
      fields::usual("grad_norms", &Summary::grad_norms),
      fields::usual("compile", &Summary::compile),
      fields::usual("peak_memory_mib", &Summary::peak_memory_mib),
  };
}

}  // namespace gridlock::verdict

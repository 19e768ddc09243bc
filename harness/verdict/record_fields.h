// Records as JSON: what each field is called. A line may have other fields: a later build may add
// some without changing what a line means.
#pragma once

#include "harness/diagnosis/hang_fields.h"
#include "harness/fields/description.h"
#include "harness/protocol/rank_message_fields.h"
#include "harness/verdict/record.h"

namespace gridlock::verdict {

using fields::List;
using fields::OpenList;
using fields::required;
using fields::Type;
using fields::usual;

struct VerdictName {
  using Written = std::string;
  static Written write(Verdict verdict) { return Written(name(verdict)); }
  static Verdict read(const Written& name) { return verdict_named(name); }
};

constexpr auto fields_of(Type<RankReport>) {
  return OpenList{
      required("rank", &RankReport::rank),
      usual("phase", &RankReport::phase),
      usual("finished", &RankReport::finished),
      usual("losses", &RankReport::losses),
      usual("grad_norms", &RankReport::grad_norms),
      usual("seconds", &RankReport::seconds),
      usual("compile", &RankReport::compile),
      usual("peak_memory_mib", &RankReport::peak_memory_mib),
      usual("error", &RankReport::error),
      usual("traceback", &RankReport::traceback),
      usual("exit_code", &RankReport::exit_code),
      usual("signal", &RankReport::signal),
      usual("stopped", &RankReport::stopped),
  };
}

constexpr auto fields_of(Type<Comparison>) {
  return OpenList{
      required("relation", &Comparison::relation),     required("partner", &Comparison::partner),
      required("series", &Comparison::series),         required("step", &Comparison::step),
      required("difference", &Comparison::difference), required("allowed", &Comparison::allowed),
  };
}

constexpr auto fields_of(Type<CellRecord>) {
  return OpenList{
      required("cell", &CellRecord::cell),
      required("case", &CellRecord::case_name),
      required("axes", &CellRecord::axes),
      usual("role", &CellRecord::role),
      usual("tier", &CellRecord::tier),
      usual("repetition", &CellRecord::repetition),
      required<VerdictName>("verdict", &CellRecord::verdict),
      usual("class", &CellRecord::verdict_class),
      usual("unexpected", &CellRecord::unexpected),
      usual("ranks", &CellRecord::ranks),
      usual("sentence", &CellRecord::sentence),
      usual("signature", &CellRecord::signature),
      usual("seconds", &CellRecord::seconds),
      usual("steps", &CellRecord::steps),
      usual("comparisons", &CellRecord::comparisons),
      usual("unjudged", &CellRecord::unjudged),
      usual("hang", &CellRecord::hang),
      usual("desync", &CellRecord::desync),
      usual("note", &CellRecord::note),
      usual("evidence", &CellRecord::evidence),
      usual("rerun", &CellRecord::rerun),
      usual("timed_out", &CellRecord::timed_out),
      usual("deadline_seconds", &CellRecord::deadline_seconds),
      usual("interrupted", &CellRecord::interrupted),
      usual("lost", &CellRecord::lost),
      required("reports", &CellRecord::reports),
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

constexpr auto fields_of(Type<Summary>) {
  return List{
      usual("phases", &Summary::phases),
      usual("losses", &Summary::losses),
      usual("grad_norms", &Summary::grad_norms),
      usual("compile", &Summary::compile),
      usual("peak_memory_mib", &Summary::peak_memory_mib),
  };
}

}  // namespace gridlock::verdict

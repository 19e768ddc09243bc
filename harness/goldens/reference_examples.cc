#include "harness/goldens/reference_examples.h"

#include <fmt/format.h>

#include "harness/goldens/records.h"
#include "harness/goldens/reference_program.h"
#include "harness/verdict/agreement.h"
#include "matrix/diagnostic.h"

namespace gridlock::goldens {
namespace {

using verdict::CellRecord;

constexpr const char* kCase = "dense";

bool is_compiled(const CellRecord& record) {
  const std::string compile = verdict::word_of(record, "compile");
  return !compile.empty() && compile != "none";
}

void check_case(const GoldenRun& run) {
  for (const CellRecord& record : run.records) {
    if (record.case_name == kCase) continue;
    throw matrix::InputError(
        fmt::format("the reference trains the case {}, but the run is of the case {}", kCase,
                    record.case_name));
  }
}

}  // namespace

Kind kind_of(const CellRecord& record) {
  return {verdict::precision_of(record), verdict::word_of(record, "layers")};
}

Examples reference_examples(const GoldenRun& run) {
  check_case(run);
  Examples examples;
  for (const CellRecord& record : run.records) {
    if (record.verdict != verdict::Verdict::kPass || is_compiled(record)) continue;
    if (!computes_in(verdict::precision_of(record))) continue;
    const CellRecord*& example = examples[kind_of(record)];
    const bool is_measured = !record.reports.front().rounded.empty();
    if (example == nullptr || (is_measured && example->reports.front().rounded.empty()))
      example = &record;
  }
  if (!examples.empty()) return examples;
  throw matrix::InputError("no uncompiled cell of the run passed, so there is nothing to compare");
}

}  // namespace gridlock::goldens

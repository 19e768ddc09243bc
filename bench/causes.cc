// gridlock bench causes measures how often `gridlock causes` finds causes that were planted in
// synthetic results.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "bench/bench.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "matrix/causes/testing/planted.h"

namespace gridlock::bench {
namespace {

namespace planted = matrix::causes::testing;

// Prints a row for each kind of planted cause (matrix/causes/testing/planted.h), measured over 120
// generated results. If `json` is true, prints one object per line instead. Returns an exit code,
// which is 1 if precision or recall is lower than promised.
int bench_causes(bool json) {
  bool good = true;
  if (!json) {
    fmt::print("{:<36}{:>6}{:>11}{:>8}{:>12}{:>17}\n", "planted", "cells", "precision", "recall",
               "more cells", "ms p50 (largest)");
  }
  for (const planted::PlantingRow& row : planted::planting_rows()) {
    const planted::Rates rates = planted::rates_of(row.planting, planted::kTables);
    good = good && rates.precision >= row.precision && rates.recall >= row.recall;
    if (json) {
      const nlohmann::ordered_json line = {{"planted", row.name},
                                           {"tables", planted::kTables},
                                           {"cells", rates.rows},
                                           {"precision", rates.precision},
                                           {"recall", rates.recall},
                                           {"more_cells", rates.trained},
                                           {"ms_p50", rates.milliseconds_p50},
                                           {"ms_max", rates.milliseconds_max}};
      fmt::print("{}\n", line.dump());
      continue;
    }
    fmt::print("{:<36}{:>6.0f}{:>11.3f}{:>8.3f}{:>12.1f}{:>10.1f} ({:.1f})\n", row.name, rates.rows,
               rates.precision, rates.recall, rates.trained, rates.milliseconds_p50,
               rates.milliseconds_max);
  }
  return good ? cli::kExpected : cli::kUnexpected;
}

}  // namespace

void add_causes(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command =
      bench.subcommand("causes",
                       "Precision and recall of `gridlock causes` on generated results with known "
                       "causes");
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json, "Print one JSON object per line");
  command.action([json, &exit_code] { exit_code = bench_causes(*json); });
}

}  // namespace gridlock::bench

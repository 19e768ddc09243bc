// The numbers of a cell that a claim can refer to.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/verdict/record.h"

namespace gridlock::verdict {

struct Metric {
  const char* name;  // one of matrix::metric_names()
  const char* unit;  // "s", "MiB"; "" = a number
  // Two measurements of the same cell may differ by this factor.
  double noise;
  std::optional<double> (*of)(const CellRecord& record);  // nullopt: the cell has no such number
};

// Returns "12.3 ms", "710 MiB", "4".
std::string in_unit(double value, std::string_view unit);

// Returns null if there is no metric of that name.
const Metric* find_metric(const std::string& name);

}  // namespace gridlock::verdict

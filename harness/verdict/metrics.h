// The metrics of a cell to which a claim can refer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/verdict/record.h"

namespace gridlock::verdict {

struct Metric {
  const char* name;  // one of matrix::metric_names()
  const char* unit;  // "s", "MiB"; "" = no unit
  // The factor by which two measurements of one cell may differ.
  double noise;
  std::optional<double> (*of)(const CellRecord& record);  // nullopt: the cell lacks this metric
};

// Formats a value, such as "12.3 ms", "710 MiB" or "4".
std::string in_unit(double value, std::string_view unit);

// Returns the metric with this name, or null if there is none.
const Metric* find_metric(const std::string& name);

}  // namespace gridlock::verdict

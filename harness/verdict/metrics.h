// Measures the metrics of cells. A claim of a matrix is about one metric.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/verdict/record.h"

namespace gridlock::verdict {

struct Metric {
  const char* name;  // one of matrix::metric_names()
  const char* unit;  // "s", "MiB"; "" = no unit
  // Factor by which two measurements of the same cell may differ.
  double noise;
  std::optional<double> (*of)(const CellRecord& record);  // nullopt: the cell lacks this metric
};

// Returns the value with its unit, such as "12.3 ms", "710 MiB" or "4".
std::string in_unit(double value, std::string_view unit);

// Returns the metric with this name, or null if there is none.
const Metric* find_metric(const std::string& name);

}  // namespace gridlock::verdict

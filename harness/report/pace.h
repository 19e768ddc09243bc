// Estimates the time that a cell takes, from the median of the finished cells with the same
// compiler backend. The backend affects the time more than all other axes together.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/verdict/record.h"
#include "matrix/cell.h"

namespace gridlock::report {

class Pace {
 public:
  void add(const verdict::CellRecord& record);

  // Returns the expected time in seconds. If no cell with this backend has finished, all finished
  // cells count. Returns nullopt if no cell has finished.
  std::optional<double> expect(const matrix::Cell& cell) const;

 private:
  std::map<std::string, std::vector<double>> by_backend_;
  std::vector<double> all_;
};

}  // namespace gridlock::report

// Estimates how long a cell takes: the median of the finished cells with the same compiler backend,
// which affects the time more than all other axes together.
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

  // Returns seconds; uses all cells if none with this backend has finished; nullopt before the
  // first.
  std::optional<double> expect(const matrix::Cell& cell) const;

 private:
  std::map<std::string, std::vector<double>> by_backend_;
  std::vector<double> all_;
};

}  // namespace gridlock::report

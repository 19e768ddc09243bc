// How long a cell takes, learned from those that have finished: the median of the cells with the
// same compiler backend, since that decides more than all other axes together.
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

  // Seconds; of all cells where none with this backend has finished; nothing before the first.
  std::optional<double> expect(const matrix::Cell& cell) const;

 private:
  std::map<std::string, std::vector<double>> by_backend_;
  std::vector<double> all_;
};

}  // namespace gridlock::report

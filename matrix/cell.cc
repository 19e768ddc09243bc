#include "matrix/cell.h"

namespace gridlock::matrix {

const Value* Cell::find(std::string_view axis) const {
  for (const auto& [name, value] : values) {
    if (name == axis) return &value;
  }
  return nullptr;
}

}  // namespace gridlock::matrix

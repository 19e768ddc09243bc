#include "harness/trace/operation.h"

#include <algorithm>

namespace gridlock::trace {
namespace {

constexpr Operation kWithoutRow;

}  // namespace

const Operation& row_of(Op op) {
  const auto* const row = std::ranges::find(kOperations, op, &Operation::op);
  return row == kOperations.end() ? kWithoutRow : *row;
}

const Operation* operation_named(std::string_view name) {
  const auto* const row = std::ranges::find(kOperations, name, &Operation::name);
  return row == kOperations.end() ? nullptr : row;
}

std::string describe(Op op) {
  const std::string name = row_of(op).name;
  return name.empty() ? "operation " + std::to_string(static_cast<unsigned>(op)) : name;
}

bool is_point_to_point(Op op) {
  return row_of(op).point_to_point;
}

}  // namespace gridlock::trace

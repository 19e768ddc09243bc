#include "matrix/left_out.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/text/names.h"
#include "matrix/feasible.h"

namespace gridlock::matrix {
namespace {

using Named = std::pair<std::string, Value>;  // an axis and a value
using Pair = std::pair<Named, Named>;

Matrix without_choices(const Matrix& matrix, const Machine& machine) {
  Matrix whole = matrix;
  whole.constraints.clear();
  whole.gpu_axes.clear();
  for (const Axis& axis : matrix.schema().axes) {
    const AxisListing* listing = listing_of(matrix, axis.name, machine);
    AxisListing all = listing != nullptr ? *listing : AxisListing{{{axis.fallback, "", false}}, {}};
    all.when.reset();
    if (axis.type == ValueType::kBool || !axis.values.empty()) all.values.clear();
    for (const Value& value : axis.values) all.values.push_back({value, "", false});
    whole.axes[axis.name] = all;
  }
  return whole;
}

std::set<Pair> pairs_of(const Space& space) {
  std::set<Pair> pairs;
  for (const auto& [a, b] : feasible_pairs(space)) {
    const auto named = [&](const covering::Literal& literal) {
      const Factor& factor = space.factors[literal.factor];
      return Named{factor.axis, *factor.levels[literal.value].value};
    };
    pairs.insert({named(a), named(b)});
  }
  return pairs;
}

// Returns "dynamic", "no dynamic", "cp 4" or "inductor".
std::string text(const Named& named) {
  const auto& [axis, value] = named;
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? axis : "no " + axis;
  const bool clear = std::holds_alternative<std::string>(value) && value != Value("none");
  return clear ? to_string(value) : axis + " " + to_string(value);
}

bool has(const Space& space, const Named& named) {
  const auto factor = std::find_if(space.factors.begin(), space.factors.end(),
                                   [&](const Factor& other) { return other.axis == named.first; });
  const int level = factor->level(&named.second);
  return level >= 0 && (factor->levels[level].wanted || factor->levels.size() == 1);
}

// Adds "cp 16, 32" for each axis: the values that are not listed, or that no cell has.
void add_values(const Schema& schema, const Space& space, std::vector<std::string>& parts) {
  for (const Axis& axis : schema.axes) {
    std::vector<std::string> absent;
    for (const Value& value : axis.values) {
      if (!has(space, {axis.name, value})) absent.push_back(to_string(value));
    }
    if (!absent.empty()) parts.push_back(axis.name + " " + text::listed(absent));
  }
}

// Adds text such as "dynamic × inductor, layers 2". Each pair appears once, under the value that
// occurs in more pairs.
void add_pairs(std::vector<Pair> pairs, std::vector<std::string>& parts) {
  while (!pairs.empty()) {
    std::map<Named, int> count;
    for (const auto& [a, b] : pairs) ++count[a], ++count[b];
    const Named most =
        std::max_element(count.begin(), count.end(), [](const auto& a, const auto& b) {
          return a.second < b.second;
        })->first;
    std::vector<std::string> others;
    for (const auto& [a, b] : pairs) {
      if (a == most || b == most) others.push_back(text(a == most ? b : a));
    }
    std::erase_if(pairs,
                  [&](const Pair& pair) { return pair.first == most || pair.second == most; });
    parts.push_back(text(most) + " × " + text::listed(others));
  }
}

}  // namespace

std::string left_out(const Matrix& matrix, const Space& space, const Machine& machine) {
  const Space whole = make_space(without_choices(matrix, machine), machine);
  const std::set<Pair> possible = pairs_of(whole), kept = pairs_of(space);
  std::size_t missing = 0;
  std::vector<Pair> forbidden;
  for (const Pair& pair : possible) {
    if (kept.count(pair) > 0) continue;
    ++missing;
    if (has(space, pair.first) && has(space, pair.second)) forbidden.push_back(pair);
  }
  if (missing == 0) return "";
  std::vector<std::string> parts;
  add_values(matrix.schema(), space, parts);
  add_pairs(forbidden, parts);
  return std::to_string(missing) + " of " + std::to_string(possible.size()) +
         " pairs: " + text::joined(parts, "; ");
}

}  // namespace gridlock::matrix

#include "matrix/covering/construct.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "matrix/covering/feasibility.h"
#include "matrix/covering/field.h"
#include "matrix/covering/starter.h"

namespace gridlock::matrix::covering {

namespace {

constexpr int kLargestField = 32;

// Returns the factors with at most `most` levels, in descending order of levels.
std::vector<int> by_levels(const std::vector<int>& levels, int most) {
  std::vector<int> factors;
  for (int f = 0; f < static_cast<int>(levels.size()); ++f)
    if (levels[f] <= most) factors.push_back(f);
  std::stable_sort(factors.begin(), factors.end(),
                   [&](int a, int b) { return levels[a] > levels[b]; });
  return factors;
}

// Assigns one column of `array` to each factor until columns or factors run out. An entry that is
// not a level of its factor becomes kFree.
std::vector<Row> assign_columns(const std::vector<Row>& array, const std::vector<int>& factors,
                                const std::vector<int>& levels) {
  std::vector<Row> rows(array.size(), Row(levels.size(), kFree));
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < std::min(factors.size(), array[r].size()); ++c)
      if (array[r][c] < levels[factors[c]]) rows[r][factors[c]] = array[r][c];
  return rows;
}

void add_algebraic(const std::vector<int>& levels, int strength, int q,
                   std::vector<std::vector<Row>>& found) {
  const auto factors = by_levels(levels, q);
  const int top = levels[factors.front()];
  const auto widest = static_cast<int>(
      std::count_if(factors.begin(), factors.end(), [&](int f) { return levels[f] == top; }));
  if (strength == 2)
    found.push_back(assign_columns(product_array(q, widest), factors, levels));
  else if (strength <= q && widest <= q + 1 && std::pow(q, strength) <= 1e5)
    found.push_back(assign_columns(orthogonal_array(q, strength), factors, levels));
}

}  // namespace

std::vector<Row> orthogonal_array(int q, int strength) {
  const Field field(q);
  // Each row corresponds to a polynomial of degree below `strength`. The row contains the
  // polynomial's value at each element of the field, and then the leading coefficient.
  std::vector<Row> rows;
  Row coefficients(strength, 0);
  const auto count = static_cast<std::size_t>(std::llround(std::pow(q, strength)));
  for (std::size_t number = 0; number < count; ++number) {
    std::size_t rest = number;
    for (int i = strength - 1; i >= 0; --i, rest /= q) coefficients[i] = static_cast<int>(rest % q);
    Row row;
    for (int x = 0; x < q; ++x) {
      int y = 0;
      for (int c : coefficients) y = field.add(field.multiply(y, x), c);
      row.push_back(y);
    }
    row.push_back(coefficients[0]);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Row> product_array(int q, int columns) {
  const auto base = orthogonal_array(q, 2);  // its first q rows are c, …, c, 0
  std::vector<Row> array = base;
  while (static_cast<int>(array[0].size()) < columns) {
    const std::size_t k = array[0].size();
    // Each old column becomes q new columns. Rows that repeat every old entry q times cover all
    // pairs of values in new columns of different old columns, and the pairs of equal values in new
    // columns of the same old column. The remaining rows of the base cover the pairs of different
    // values in new columns of the same old column.
    for (Row& row : array) {
      Row wide;
      for (int value : row) wide.insert(wide.end(), q, value);
      wide.push_back(0);
      row = std::move(wide);
    }
    for (std::size_t b = q; b < base.size(); ++b) {
      Row wide;
      for (std::size_t i = 0; i < k; ++i)
        wide.insert(wide.end(), base[b].begin(), base[b].end() - 1);
      wide.push_back(base[b].back());
      array.push_back(std::move(wide));
    }
  }
  return array;
}

std::vector<std::vector<Row>> constructions(const std::vector<int>& levels, int strength) {
  std::vector<std::vector<Row>> found;
  const int most = *std::max_element(levels.begin(), levels.end());
  if (most < 3 || strength < 2) return found;
  std::set<int> sizes;
  for (int l : levels)
    if (l > 2 && next_prime_power(l) <= kLargestField) sizes.insert(next_prime_power(l));
  for (int q : sizes) add_algebraic(levels, strength, q, found);
  if (strength == 2) {
    const std::size_t limit = found.empty() ? SIZE_MAX : found.back().size();
    const auto cyclic = cyclic_array(static_cast<int>(levels.size()), most, limit);
    if (!cyclic.empty()) found.push_back(assign_columns(cyclic, by_levels(levels, most), levels));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return found;
}

}  // namespace gridlock::matrix::covering

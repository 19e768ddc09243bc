#include "matrix/covering/lower_bound.h"

#include <algorithm>
#include <numeric>

namespace gridlock::matrix::covering {

namespace {

constexpr std::size_t kFirstBlocks = 12;  // number of blocks to try as the first of a set

std::size_t count_in(const Block& block, const std::vector<char>& marked) {
  return std::count(marked.begin() + block.offset, marked.begin() + block.offset + block.count, 1);
}

// Unmarks the tuples that occur in some row to which all factors of the block apply.
void keep_excluding(const Problem& problem, const Tuples& tuples, const Block& block,
                    Feasibility& feasibility, Random& random, std::vector<char>& marked) {
  const std::size_t before = feasibility.mark();
  bool can_be_absent = false;
  bool can_apply = true;
  for (int i = 0; i < block.size; ++i)
    for (int value = 0; value < problem.levels[block.factors[i]]; ++value) {
      if (!is_ignored(problem, block.factors[i], value)) continue;
      can_be_absent = true;
      can_apply = can_apply && feasibility.remove(block.factors[i], value);
    }
  if (!can_be_absent) {
    marked.assign(marked.size(), 0);
  } else if (can_apply) {
    const auto compatible = extendable(tuples, marked, feasibility, random);
    for (std::size_t i = 0; i < marked.size(); ++i)
      if (compatible[i]) marked[i] = 0;
  }
  feasibility.undo(before);
}

const Block& fullest(const Tuples& tuples, const std::vector<char>& marked) {
  return *std::max_element(
      tuples.blocks().begin(), tuples.blocks().end(),
      [&](const Block& a, const Block& b) { return count_in(a, marked) < count_in(b, marked); });
}

std::size_t chain_from(const Block& first, const Problem& problem, const Tuples& tuples,
                       std::vector<char> marked, Feasibility& feasibility, Random& random) {
  std::size_t length = 0;
  const Block* block = &first;
  while (const std::size_t count = count_in(*block, marked)) {
    length += count;
    keep_excluding(problem, tuples, *block, feasibility, random, marked);
    block = &fullest(tuples, marked);
  }
  return length;
}

// Returns C(n, k), or `limit` if that is less.
std::size_t choose(std::size_t n, std::size_t k, std::size_t limit) {
  std::size_t result = 1;
  for (std::size_t i = 1; i <= k; ++i) result = std::min(limit, result * (n - k + i) / i);
  return result;
}

// Returns the fewest rows that cover all pairs of `factors` two-level factors.
std::size_t fewest_binary_rows(std::size_t factors) {
  if (factors < 2) return factors == 0 ? 1 : 2;
  std::size_t rows = 4;
  while (choose(rows - 1, rows / 2 - 1, factors) < factors) ++rows;
  return rows;
}

}  // namespace

std::size_t lower_bound(const Problem& problem, const Coverage& coverage, Feasibility& feasibility,
                        Random& random) {
  const Tuples& tuples = coverage.goal().tuples;
  std::vector<char> marked(tuples.size(), 0);
  for (std::uint32_t tuple : coverage.uncovered()) marked[tuple] = 1;

  std::vector<std::size_t> counts;
  for (const Block& block : tuples.blocks()) counts.push_back(count_in(block, marked));
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });

  std::size_t bound = counts.empty() ? 0 : counts[order[0]];
  if (!problem.ignored.empty())
    for (std::size_t i = 0; i < std::min(kFirstBlocks, order.size()); ++i)
      bound = std::max(bound, chain_from(tuples.blocks()[order[i]], problem, tuples, marked,
                                         feasibility, random));
  const bool plain = !feasibility.constrained() && problem.ignored.empty();
  if (plain && problem.seed_rows.empty() && problem.strength >= 2)
    bound = std::max(bound,
                     fewest_binary_rows(std::count_if(problem.levels.begin(), problem.levels.end(),
                                                      [](int levels) { return levels >= 2; })));
  return bound;
}

}  // namespace gridlock::matrix::covering

#include "golden/numeric_divergence_text.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "golden/compare.h"

namespace gridlock::golden {
namespace {

constexpr std::string_view kShades = " .:-=+*#%@";

const char* pass_of(Phase phase) {
  switch (phase) {
    case Phase::kForward:
    case Phase::kLoss:
      return "forward";
    case Phase::kBackward:
    case Phase::kGradients:
      return "backward";
    case Phase::kParameters:
    case Phase::kOptimizer:
      return "optimizer";
  }
  return "";
}

std::string listed(const std::vector<std::uint64_t>& numbers) {
  std::string text;
  for (const std::uint64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "[" + text + "]";
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string row(const std::string& label, const std::string& words) {
  return "  " + padded(label, 12) + words + "\n";
}

std::string sizes_and_dtypes(const TensorDifference& difference) {
  std::string text = listed(difference.sizes) + " " + difference.right_dtype;
  if (difference.left_dtype != difference.right_dtype)
    text += ", on the left " + difference.left_dtype;
  return text;
}

std::string words_of(const Size& size) {
  return "rms " + short_digits(size.rms) + ", largest " + short_digits(size.largest);
}

std::string rows_of_difference(const TensorDifference& difference, CompareMode mode) {
  std::string text = row("difference", words_of(difference.difference) + ", of numbers with rms " +
                                           short_digits(difference.right.rms) + ", largest " +
                                           short_digits(difference.right.largest));
  if (mode == CompareMode::kRoundings)
    text += row("roundings", "explain at most " + words_of(difference.explained));
  return text;
}

// Returns text such as "rank 1" or "ranks 0, 2, 3".
std::string named(const std::map<int, std::uint64_t>& ranks) {
  std::string text;
  for (const auto& [rank, count] : ranks) {
    text += (text.empty() ? "" : ", ") + std::to_string(rank);
  }
  return (ranks.size() == 1 ? "rank " : "ranks ") + text;
}

const char* how_they_differ(const TensorDifference& difference, CompareMode mode) {
  if (difference.other_dtype) return " have different dtypes";
  return mode == CompareMode::kBits ? " have different bits"
                                    : " differ by more than rounding explains";
}

std::string row_of_elements(const TensorDifference& difference, CompareMode mode) {
  if (difference.unexplained == 0) return "";
  return row("elements",
             std::to_string(difference.unexplained) + " of " + std::to_string(difference.elements) +
                 how_they_differ(difference, mode) + "; held by " + named(difference.left_ranks) +
                 " on the left, " + named(difference.right_ranks) + " on the right");
}

std::string rows_of_largest(const TensorDifference& difference) {
  if (difference.largest.empty()) return "";
  std::string text = row("largest", padded("index", 22) + padded("left", 26) + "right");
  for (const Element& element : difference.largest) {
    text += row("", padded(listed(element.index), 22) + padded(digits(element.left), 26) +
                        digits(element.right));
  }
  return text;
}

char shade(double difference, double largest) {
  if (difference == 0) return kShades.front();
  if (!std::isfinite(largest) && std::isfinite(difference)) return kShades[1];
  if (!std::isfinite(difference)) return kShades.back();
  const auto steps = static_cast<double>(kShades.size() - 1);
  const auto at = static_cast<std::size_t>(std::ceil(difference / largest * steps));
  return kShades[std::clamp<std::size_t>(at, 1, kShades.size() - 1)];
}

std::string drawn(const DifferenceMap& map) {
  if (map.largest.size() < 2) return "";
  const double most = std::ranges::max(map.largest);
  const std::string down = std::to_string(map.height), across = std::to_string(map.width);
  std::string text =
      row("map", down + " rows x " + across + " columns (the last dimension across), " +
                     "'@' = " + short_digits(most) + ", ' ' = 0");
  const std::string edge = "+" + std::string(map.columns, '-') + "+";
  text += row("", edge);
  for (std::size_t r = 0; r < map.rows; ++r) {
    std::string line = "|";
    for (std::size_t c = 0; c < map.columns; ++c)
      line += shade(map.largest[r * map.columns + c], most);
    text += row("", line + "|");
  }
  return text + row("", edge);
}

std::string explain(const RankMismatch& ranks, const char* side) {
  const ReplicaMismatch& replica = ranks.replica;
  std::vector<std::uint64_t> index(ranks.sizes.size());
  std::uint64_t element = replica.index;
  for (std::size_t d = index.size(); d-- > 0; element /= ranks.sizes[d])
    index[d] = element % ranks.sizes[d];
  return row("ranks differ", std::string("on the ") + side + ": " + describe(ranks.key) + " at " +
                                 listed(index) + " is " + digits(replica.value) + " on rank " +
                                 std::to_string(replica.rank) + ", " + digits(replica.other_value) +
                                 " on rank " + std::to_string(replica.other));
}

std::string explain(const TensorDifference& first, const NumericDivergence& divergence,
                    CompareMode mode) {
  std::string text = "The two sides diverge in " + location_text(first.key) + "\n";
  text += row("tensor", sizes_and_dtypes(first));
  text += rows_of_difference(first, mode);
  text += row_of_elements(first, mode);
  if (divergence.before) {
    text += row("before it", std::string(mode == CompareMode::kBits ? "tensors with the same bits: "
                                                                    : "tensors that agree: ") +
                                 std::to_string(divergence.compared - 1) + ", the last one " +
                                 describe(*divergence.before));
  }
  return text + rows_of_largest(first) + drawn(first.map);
}

// Returns the subject of a sentence, and its verb in the form that fits.
std::string all_tensors(std::size_t count, const std::string& plural, const std::string& singular) {
  if (count == 1) return "The only tensor " + singular;
  return "All " + std::to_string(count) + " tensors " + plural;
}

std::string agreement(const NumericDivergence& divergence, CompareMode mode) {
  const std::size_t count = divergence.compared;
  if (count == 0) return "No tensor was compared\n";
  if (mode == CompareMode::kBits) return all_tensors(count, "have", "has") + " the same bits\n";
  std::string text =
      all_tensors(count, "agree", "agrees") + ": rounding explains every difference\n";
  if (divergence.closest) {
    text += row("closest", location_text(divergence.closest->key) + ": " +
                               short_digits(divergence.closest->excess()) +
                               " of the difference that rounding explains");
  }
  return text;
}

}  // namespace

std::string location_text(const TensorKey& key) {
  return std::string(pass_of(key.phase)) + ": " + describe(key);
}

std::string explain(const NumericDivergence& divergence, CompareMode mode) {
  std::string text =
      divergence.first ? explain(*divergence.first, divergence, mode) : agreement(divergence, mode);
  if (divergence.unplaced > 0)
    text += row("left out", "tensors that depend on how the batch is split: " +
                                std::to_string(divergence.unplaced) +
                                "; the two sides split the batch differently");
  if (divergence.left_ranks) text += explain(*divergence.left_ranks, "left");
  if (divergence.right_ranks) text += explain(*divergence.right_ranks, "right");
  return text;
}

}  // namespace gridlock::golden

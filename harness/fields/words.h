// Writes enumerations as words. The table of words is a function in the enumeration's namespace:
//   fields::Words<Kind> words(Kind);
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace gridlock::fields {

template <typename E>
using Words = std::span<const std::pair<E, const char*>>;

template <typename E>
concept Worded = requires(E value) {
  { words(value) } -> std::same_as<Words<E>>;
};

// Returns the word for the value, or "" if it has none.
template <Worded E>
const char* word_of(E value) {
  const Words<E> table = words(value);
  const auto row = std::ranges::find(table, value, &std::pair<E, const char*>::first);
  return row == table.end() ? "" : row->second;
}

template <Worded E>
std::optional<E> value_of(std::string_view word) {
  const Words<E> table = words(E{});
  const auto row = std::ranges::find(table, word, &std::pair<E, const char*>::second);
  return row == table.end() ? std::nullopt : std::optional(row->first);
}

}  // namespace gridlock::fields

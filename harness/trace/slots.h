// Stores and loads records and texts as words of a ring.
#pragma once

#include <string.h>

#include <array>
#include <bit>
#include <string>

#include "harness/trace/layout.h"

namespace gridlock::trace {

// Stores a record, each word with release order. A reader that sees any word of the record
// therefore also sees the counter or the odd version that was stored before, and so detects a torn
// slot. Release order costs nothing on x86.
inline void store(Slot& slot, const Record& record) {
  const auto words = std::bit_cast<std::array<std::uint64_t, kWords>>(record);
  for (std::size_t i = 0; i < kWords; ++i) slot[i].store(words[i], std::memory_order_release);
}

// Stores text as words. Text that does not fit is cut off.
template <std::size_t kCount>
void store_text(Word (&words)[kCount], const std::string& text) {
  std::array<char, kCount * sizeof(std::uint64_t)> bytes{};
  text.copy(bytes.data(), bytes.size());
  const auto values = std::bit_cast<std::array<std::uint64_t, kCount>>(bytes);
  for (std::size_t i = 0; i < kCount; ++i) words[i].store(values[i], std::memory_order_relaxed);
}

inline void store(Guarded& guarded, const Record& record) {
  const std::uint64_t version = guarded.version.load(std::memory_order_relaxed);
  guarded.version.store(version + 1, std::memory_order_relaxed);  // odd while writing
  store(guarded.record, record);
  guarded.version.store(version + 2, std::memory_order_release);
}

inline constexpr std::uint64_t kKeyNameProbes = 8;  // slots in which the name of a key may be

inline void store(HandlingSlot& slot, const std::string& error, const std::string& place) {
  const std::uint64_t version = slot.version.load(std::memory_order_relaxed);
  slot.version.store(version + 1, std::memory_order_seq_cst);
  store_text(slot.error, error);
  store_text(slot.place, place);
  slot.version.store(version + 2, std::memory_order_release);
}

inline Record load(const Slot& slot) {
  std::array<std::uint64_t, kWords> words{};
  for (std::size_t i = 0; i < kWords; ++i) words[i] = slot[i].load(std::memory_order_acquire);
  return std::bit_cast<Record>(words);
}

// Returns the text that store_text() wrote.
template <std::size_t kCount>
std::string load_text(const Word (&words)[kCount]) {
  std::array<std::uint64_t, kCount> values{};
  for (std::size_t i = 0; i < kCount; ++i) values[i] = words[i].load(std::memory_order_relaxed);
  const auto bytes = std::bit_cast<std::array<char, kCount * sizeof(std::uint64_t)>>(values);
  return {bytes.data(), strnlen(bytes.data(), bytes.size())};
}

}  // namespace gridlock::trace

// Numbers the sends and receives of one group. Operations with the same direction, peer and tag
// form a sequence, which is numbered from 1.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "harness/trace/operation.h"

namespace gridlock::probe {

class Sequences {
 public:
  // Returns the next number of a sequence. `peer` and `tag` are those of the record; `peer` is -1
  // for a recv from any source.
  std::uint64_t next(trace::Op direction, std::int32_t peer, std::int32_t tag) {
    const std::lock_guard lock(mutex_);
    return ++counters_[Key{direction, peer, tag}];
  }

 private:
  struct Key {
    trace::Op direction;
    std::int32_t peer;
    std::int32_t tag;
    bool operator==(const Key&) const = default;
  };
  struct HashOfKey {
    std::size_t operator()(const Key& key) const {
      const auto peer = static_cast<std::uint32_t>(key.peer);
      const auto tag = static_cast<std::uint32_t>(key.tag);
      const auto direction = static_cast<std::uint64_t>(key.direction);
      return (direction << 58 ^ static_cast<std::uint64_t>(peer) << 32) + tag;
    }
  };
  std::mutex mutex_;
  std::unordered_map<Key, std::uint64_t, HashOfKey> counters_;
};

}  // namespace gridlock::probe

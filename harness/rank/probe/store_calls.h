// Records what a thread does in a store: the keys that it waits for, and those that it sets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/rank/probe/recorder.h"

namespace gridlock::probe {

using Keys = std::vector<std::string>;

// A wait for keys. `port` has the values of trace::Record::tag.
struct KeyWait {
  std::uint32_t timeout_ms = 0;
  bool planned = false;  // the program has set the timeout
  int port = 0;
  bool file = false;  // the store is a file
};

// Records, for its own lifetime, that this thread waits for keys. Records nothing while the thread
// creates a group, because the record of the creation covers the wait.
class WaitingForKeys {
 public:
  WaitingForKeys(const Keys& keys, const KeyWait& wait);

 private:
  std::optional<Blocked> blocked_;
};

// Records, for its own lifetime, that this thread is in a call of a store that sets `keys`. Calls
// that neither set keys nor wait for them are not recorded: a rank that polls the store would
// otherwise never be quiet.
class SettingKeys {
 public:
  explicit SettingKeys(const Keys& keys);
  SettingKeys(const SettingKeys&) = delete;
  SettingKeys& operator=(const SettingKeys&) = delete;
  ~SettingKeys();

 private:
  const std::vector<std::uint64_t> hashes_;
  std::optional<Blocked> blocked_;
};

// Records keys that have been set.
void record_set(const Keys& keys);

}  // namespace gridlock::probe

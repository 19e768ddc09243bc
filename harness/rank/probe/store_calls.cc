#include "harness/rank/probe/store_calls.h"

#include <algorithm>

#include "harness/rank/probe/linger.h"
#include "harness/trace/hash.h"

namespace gridlock::probe {
namespace {

std::vector<std::uint64_t> hashes_of(const Keys& keys) {
  std::vector<std::uint64_t> hashes;
  for (const std::string& key : keys) hashes.push_back(trace::hash_of_key(key));
  return hashes;
}

void name(const Keys& keys, const std::vector<std::uint64_t>& hashes) {
  trace::RingWriter* ring = writer();
  if (ring == nullptr) return;
  const std::size_t count = std::min(keys.size(), trace::kWaitKeys);
  for (std::size_t i = 0; i < count; ++i) ring->name_key(hashes[i], keys[i]);
}

trace::Record record_of(trace::Kind kind, const std::vector<std::uint64_t>& hashes) {
  trace::Record record;
  record.kind = kind;
  if (!hashes.empty()) record.site = hashes[0];
  record.count = hashes.size();
  return record;
}

}  // namespace

WaitingForKeys::WaitingForKeys(const Keys& keys, const KeyWait& wait) {
  if (Building::now()) return;
  const std::vector<std::uint64_t> hashes = hashes_of(keys);
  trace::Record record = record_of(trace::Kind::kStoreWait, hashes);
  record.tag = wait.port;
  record.aux = wait.timeout_ms;
  if (wait.file) record.flags |= trace::kFileStore;
  if (wait.planned) record.flags |= trace::kPlanned;
  name(keys, hashes);
  blocked_.emplace(record, hashes);
}

SettingKeys::SettingKeys(const Keys& keys) : hashes_(hashes_of(keys)) {
  if (Building::now()) {  // the record of the creation must stay
    record_set(keys);
    return;
  }
  name(keys, hashes_);
  blocked_.emplace(record_of(trace::Kind::kStoreSetting, hashes_), hashes_);
}

SettingKeys::~SettingKeys() {
  trace::RingWriter* ring = writer();
  if (!blocked_ || ring == nullptr) return;
  for (const std::uint64_t hash : hashes_) ring->key_set(hash);
  linger();
}

void record_set(const Keys& keys) {
  trace::RingWriter* ring = writer();
  if (ring == nullptr) return;
  for (const std::uint64_t hash : hashes_of(keys)) ring->key_set(hash);
  linger();
}

}  // namespace gridlock::probe

// A store that records which keys this rank waits for and sets, and forwards every call. A record
// has the hash of the full key. The decorator wraps the innermost store, below torch's prefixes:
// there, the keys are the same on all ranks.
#pragma once

#include <string>
#include <vector>

#include "harness/rank/probe/forwarding_store.h"

namespace gridlock::probe {

using StorePtr = c10::intrusive_ptr<c10d::Store>;

// Returns a decorator of `store`, or `store` itself if it already has one, even below prefixes.
StorePtr decorate(StorePtr store);

// Identifies the innermost store, below all prefixes. trace::Record::tag describes the values of
// `port`.
struct StoreIdentity {
  int port = 0;
  bool file = false;
};

// The base class forwards all functions that are not here.
class ProbedStore : public ForwardingStore {
 public:
  using Bytes = std::vector<uint8_t>;
  using Keys = std::vector<std::string>;
  using Milliseconds = std::chrono::milliseconds;

  ProbedStore(StorePtr inner, StoreIdentity identity)
      : ForwardingStore(std::move(inner)), identity_(identity) {}

  // Functions that wait until keys are set.
  Bytes get(const std::string& key) override;
  void wait(const Keys& keys) override;
  void wait(const Keys& keys, const Milliseconds& timeout) override;
  std::vector<Bytes> multiGet(const Keys& keys) override;
  Bytes queuePop(const std::string& key, bool block) override;

  // Functions that set, change or delete keys.
  using Store::set;
  void set(const std::string& key, const Bytes& value) override;
  using Store::compareSet;
  Bytes compareSet(const std::string& key, const Bytes& expected, const Bytes& desired) override;
  int64_t add(const std::string& key, int64_t value) override;
  bool deleteKey(const std::string& key) override;
  void append(const std::string& key, const Bytes& value) override;
  void multiSet(const Keys& keys, const std::vector<Bytes>& values) override;
  void queuePush(const std::string& key, const Bytes& value) override;

  StorePtr clone() override;

 private:
  const StoreIdentity identity_;
};

}  // namespace gridlock::probe

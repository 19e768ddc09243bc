// A store that records which keys this rank waits for and sets, and forwards every call. A record
// has the hash of the full key. The decorator wraps the innermost store, below torch's prefixes:
// there, the keys are the same on all ranks.
#pragma once

#include <string>
#include <torch/csrc/distributed/c10d/Store.hpp>
#include <vector>

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

class ProbedStore : public c10d::Store {
 public:
  using Bytes = std::vector<uint8_t>;
  using Keys = std::vector<std::string>;
  using Milliseconds = std::chrono::milliseconds;

  ProbedStore(StorePtr inner, StoreIdentity identity)
      : inner_(std::move(inner)), identity_(identity) {}

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
  bool check(const Keys& keys) override;
  int64_t getNumKeys() override;
  const Milliseconds& getTimeout() const noexcept override;
  void setTimeout(const Milliseconds& timeout) override;
  void watchKey(const std::string& key, c10d::WatchKeyCallback callback) override;
  bool hasExtendedApi() const override;
  int64_t queueLen(const std::string& key) override;
#ifdef GRIDLOCK_TORCH_HAS_listKeys  // seen in 2.11
  std::vector<std::string> listKeys() override;
#endif

 private:
  const StorePtr inner_;
  const StoreIdentity identity_;
};

}  // namespace gridlock::probe

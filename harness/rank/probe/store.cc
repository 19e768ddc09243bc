#include "harness/rank/probe/store.h"

#include <optional>
#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#include <utility>

#include "harness/rank/probe/hash.h"
#include "harness/rank/probe/linger.h"
#include "harness/rank/probe/recorder.h"

namespace gridlock::probe {
namespace {

using Milliseconds = std::chrono::milliseconds;

// Returns the identity of a store. The store must not be a prefix store.
StoreIdentity identity_of(c10d::Store& store) {
  if (auto* tcp = dynamic_cast<c10d::TCPStore*>(&store)) return {tcp->getPort(), false};
  const bool own = dynamic_cast<c10d::HashStore*>(&store) != nullptr;
  const bool file = dynamic_cast<c10d::FileStore*>(&store) != nullptr;
  return {own || file ? trace::kOwnStore : trace::kUnknownStore, file};
}

trace::Record wait_of(const StoreIdentity& store, const std::vector<std::string>& keys,
                      const Milliseconds& timeout, bool planned) {
  trace::Record wait;
  wait.kind = trace::Kind::kStoreWait;
  wait.tag = store.port;
  if (store.file) wait.flags |= trace::kFileStore;
  if (planned) wait.flags |= trace::kPlanned;
  if (!keys.empty()) wait.site = hash_of_key(keys[0]);
  wait.count = keys.size();
  wait.aux = static_cast<std::uint32_t>(timeout.count());
  return wait;
}

// Records, during its own lifetime, that this thread waits for keys. Records nothing while the
// thread creates a group, because the record of the creation includes the wait.
class Waiting {
 public:
  Waiting(const StoreIdentity& store, const std::vector<std::string>& keys,
          const Milliseconds& timeout, bool planned = false) {
    if (!Building::now()) blocked_.emplace(wait_of(store, keys, timeout, planned));
  }

 private:
  std::optional<Blocked> blocked_;
};

// Records the key before it is set. A waiting rank then counts as released slightly too early and
// never too late, so no false proof results.
void setting(const std::string& key) {
  if (trace::RingWriter* ring = writer()) ring->key_set(hash_of_key(key));
  linger();
}

}  // namespace

StorePtr decorate(StorePtr store) {
  StorePtr bottom = store;
  if (auto* prefix = dynamic_cast<c10d::PrefixStore*>(store.get())) {
    bottom = prefix->getUnderlyingNonPrefixStore();
  }
  if (dynamic_cast<ProbedStore*>(bottom.get()) != nullptr) return store;
  const StoreIdentity identity = identity_of(*bottom);
  return c10::make_intrusive<ProbedStore>(std::move(store), identity);
}

ProbedStore::Bytes ProbedStore::get(const std::string& key) {
  const Waiting waiting(identity_, {key}, inner_->getTimeout());
  return inner_->get(key);
}

void ProbedStore::wait(const Keys& keys) {
  const Waiting waiting(identity_, keys, inner_->getTimeout());
  inner_->wait(keys);
}

void ProbedStore::wait(const Keys& keys, const Milliseconds& timeout) {
  const Waiting waiting(identity_, keys, timeout, /*planned=*/true);
  inner_->wait(keys, timeout);
}

std::vector<ProbedStore::Bytes> ProbedStore::multiGet(const Keys& keys) {
  const Waiting waiting(identity_, keys, inner_->getTimeout());
  return inner_->multiGet(keys);
}

ProbedStore::Bytes ProbedStore::queuePop(const std::string& key, bool block) {
  if (!block) return inner_->queuePop(key, block);
  const Waiting waiting(identity_, {key}, inner_->getTimeout());
  return inner_->queuePop(key, block);
}

void ProbedStore::set(const std::string& key, const Bytes& value) {
  setting(key);
  inner_->set(key, value);
}

ProbedStore::Bytes ProbedStore::compareSet(const std::string& key, const Bytes& expected,
                                           const Bytes& desired) {
  setting(key);
  return inner_->compareSet(key, expected, desired);
}

int64_t ProbedStore::add(const std::string& key, int64_t value) {
  setting(key);
  return inner_->add(key, value);
}

bool ProbedStore::deleteKey(const std::string& key) {
  setting(key);
  return inner_->deleteKey(key);
}

void ProbedStore::append(const std::string& key, const Bytes& value) {
  setting(key);
  inner_->append(key, value);
}

void ProbedStore::multiSet(const Keys& keys, const std::vector<Bytes>& values) {
  for (const std::string& key : keys) setting(key);
  inner_->multiSet(keys, values);
}

void ProbedStore::queuePush(const std::string& key, const Bytes& value) {
  setting(key);
  inner_->queuePush(key, value);
}

StorePtr ProbedStore::clone() {
  return c10::make_intrusive<ProbedStore>(inner_->clone(), identity_);
}

bool ProbedStore::check(const Keys& keys) {
  return inner_->check(keys);
}

int64_t ProbedStore::getNumKeys() {
  return inner_->getNumKeys();
}

const Milliseconds& ProbedStore::getTimeout() const noexcept {
  return inner_->getTimeout();
}

void ProbedStore::setTimeout(const Milliseconds& timeout) {
  inner_->setTimeout(timeout);
}

void ProbedStore::watchKey(const std::string& key, c10d::WatchKeyCallback callback) {
  inner_->watchKey(key, std::move(callback));
}

bool ProbedStore::hasExtendedApi() const {
  return inner_->hasExtendedApi();
}

int64_t ProbedStore::queueLen(const std::string& key) {
  return inner_->queueLen(key);
}

#ifdef GRIDLOCK_TORCH_HAS_listKeys
std::vector<std::string> ProbedStore::listKeys() {
  return inner_->listKeys();
}
#endif

}  // namespace gridlock::probe

#include "harness/rank/probe/store.h"

#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#include <utility>

#include "harness/rank/probe/store_calls.h"
#include "harness/rank/probe/timeouts.h"

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

KeyWait wait_of(const StoreIdentity& store, const Milliseconds& timeout, bool planned = false) {
  return {recorded(timeout), planned, store.port, store.file};
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
  const WaitingForKeys waiting({key}, wait_of(identity_, inner_->getTimeout()));
  return inner_->get(key);
}

void ProbedStore::wait(const Keys& keys) {
  const WaitingForKeys waiting(keys, wait_of(identity_, inner_->getTimeout()));
  inner_->wait(keys);
}

void ProbedStore::wait(const Keys& keys, const Milliseconds& timeout) {
  const WaitingForKeys waiting(keys, wait_of(identity_, timeout, /*planned=*/true));
  inner_->wait(keys, timeout);
}

std::vector<ProbedStore::Bytes> ProbedStore::multiGet(const Keys& keys) {
  const WaitingForKeys waiting(keys, wait_of(identity_, inner_->getTimeout()));
  return inner_->multiGet(keys);
}

ProbedStore::Bytes ProbedStore::queuePop(const std::string& key, bool block) {
  if (!block) return inner_->queuePop(key, block);
  const WaitingForKeys waiting({key}, wait_of(identity_, inner_->getTimeout()));
  return inner_->queuePop(key, block);
}

void ProbedStore::set(const std::string& key, const Bytes& value) {
  const SettingKeys setting({key});
  inner_->set(key, value);
}

ProbedStore::Bytes ProbedStore::compareSet(const std::string& key, const Bytes& expected,
                                           const Bytes& desired) {
  const SettingKeys setting({key});
  return inner_->compareSet(key, expected, desired);
}

int64_t ProbedStore::add(const std::string& key, int64_t value) {
  const SettingKeys setting({key});
  return inner_->add(key, value);
}

bool ProbedStore::deleteKey(const std::string& key) {
  const SettingKeys setting({key});
  return inner_->deleteKey(key);
}

void ProbedStore::append(const std::string& key, const Bytes& value) {
  const SettingKeys setting({key});
  inner_->append(key, value);
}

void ProbedStore::multiSet(const Keys& keys, const std::vector<Bytes>& values) {
  const SettingKeys setting(keys);
  inner_->multiSet(keys, values);
}

void ProbedStore::queuePush(const std::string& key, const Bytes& value) {
  const SettingKeys setting({key});
  inner_->queuePush(key, value);
}

StorePtr ProbedStore::clone() {
  return c10::make_intrusive<ProbedStore>(inner_->clone(), identity_);
}

}  // namespace gridlock::probe

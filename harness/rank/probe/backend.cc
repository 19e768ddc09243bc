#include "harness/rank/probe/backend.h"

#include <algorithm>
#include <string_view>
#include <typeinfo>
#include <utility>

namespace gridlock::probe {
namespace {

// Returns the timeout of a backend's options, in ms.
std::uint32_t timeout_of(const c10::intrusive_ptr<c10d::Backend::Options>& options) {
  return options ? recorded(options->timeout) : 0;
}

DefaultTimeout default_timeout_of(c10d::Backend& backend) {
  try {
    return DefaultTimeout(backend.getBackendOptions());
  } catch (const c10::Error&) {  // the backend has no options
    return {};
  }
}

constexpr int kUnknownWorkers = -1;

// Returns the name of a backend of torch that the program has registered under another name, or ""
// for any other class. The class is compared by its mangled name, because a torch without CUDA has
// no class for NCCL.
std::string engine_of(const c10d::Backend& backend) {
  const std::string_view type = typeid(backend).name();
  if (type == "N4c10d16ProcessGroupGlooE") return "gloo";
  if (type == "N4c10d16ProcessGroupNCCLE") return "nccl";
  if (type == "N4c10d5nccl216ProcessGroupNCCLE") return "nccl";  // "nccl" since torch 2.15
  if (type == "N4c10d5nccl220ProcessGroupNCCLLazyE") return "nccl";
  return "";
}

std::string name_of(const c10::intrusive_ptr<c10d::Backend::Options>& options) {
  return options ? options->group_name : "";
}

}  // namespace

BackendPtr decorate(BackendPtr inner, GroupIdentity group, std::uint32_t index) {
  if (const std::string engine = engine_of(*inner); !engine.empty() && engine != group.backend) {
    group.backend = engine;
    set_backend(index, engine);
  }
  // torch sets the description only on the backend that is registered for a device. That is the
  // decorator, so the inner backend needs the description, too.
  inner->setGroupDesc(group.description);
  if (group.backend == "gloo") set_workers(index, kUnknownWorkers);  // until recording.py sets it
  return c10::make_intrusive<ProbedBackend>(std::move(inner), std::move(group), index);
}

BackendPtr undecorated(const BackendPtr& backend) {
  const auto* probed = dynamic_cast<const ProbedBackend*>(backend.get());
  return probed != nullptr ? probed->inner() : backend;
}

void set_workers(const BackendPtr& decorated, int workers) {
  const auto* probed = dynamic_cast<const ProbedBackend*>(decorated.get());
  if (probed != nullptr) set_workers(probed->index(), workers);
}

ProbedBackend::ProbedBackend(BackendPtr inner, GroupIdentity group, std::uint32_t index)
    : ForwardingBackend(inner, inner->getRank(), inner->getSize()),
      group_(std::move(group)),
      index_(index),
      issue_(index, traits_of(group_.backend), default_timeout_of(*inner_)) {}

BackendPtr ProbedBackend::decorate_child(BackendPtr child, GroupIdentity group,
                                         std::uint32_t index) const {
  if (!child) return child;
  child->setBoundDeviceId(inner_->getBoundDeviceId());
  BackendPtr decorated = decorate(std::move(child), std::move(group), index);
  decorated->setBoundDeviceId(inner_->getBoundDeviceId());
  set_connected(index);
  return decorated;
}

// Splits the group. All members of the parent group call this, but only members in `ranks` get a
// group.
BackendPtr ProbedBackend::split(const StorePtr& store, const std::vector<int>& ranks,
                                const OptionsPtr& options) {
  if (std::ranges::find(ranks, getRank()) == ranks.end()) {
    return inner_->split(store, ranks, options);
  }
  GroupIdentity group{
      name_of(options), getGroupDesc() + ":split", group_.backend, {}, timeout_of(options)};
  for (const int rank : ranks) group.members.push_back(group_.members.at(rank));
  const std::uint32_t index = add_group(group);
  const Building building(index, timeout_of(options));
  return decorate_child(inner_->split(store, ranks, options), std::move(group), index);
}

// Merges groups. The caller sets the members afterwards, so their global ranks are unknown here.
BackendPtr ProbedBackend::merge(const StorePtr& store, const OptionsPtr& options, const int& rank,
                                const int& size) {
  GroupIdentity group{
      name_of(options), getGroupDesc() + ":merge", group_.backend, {}, timeout_of(options)};
  BackendPtr merged = inner_->merge(store, options, rank, size);
  if (!merged) return merged;
  const std::uint32_t index = add_group(group);
  return decorate_child(std::move(merged), std::move(group), index);
}

// torch 2.9 has no shrink().
BackendPtr ProbedBackend::shrink(const Sizes& ranks_to_exclude, int flags,
                                 const OptionsPtr& options) {
  GroupIdentity group{
      name_of(options), getGroupDesc() + ":shrunk", group_.backend, {}, timeout_of(options)};
  for (std::size_t rank = 0; rank < group_.members.size(); ++rank) {
    if (std::ranges::find(ranks_to_exclude, static_cast<int64_t>(rank)) == ranks_to_exclude.end()) {
      group.members.push_back(group_.members[rank]);
    }
  }
  BackendPtr shrunk = ForwardingBackend::shrink(ranks_to_exclude, flags, options);
  if (!shrunk) return shrunk;
  const std::uint32_t index = add_group(group);
  return decorate_child(std::move(shrunk), std::move(group), index);
}

void ProbedBackend::setTimeout(Milliseconds timeout) {
  set_timeout(index_, recorded(timeout));
  inner_->setTimeout(timeout);
}

void ProbedBackend::eagerConnectSingleDevice(at::Device device) {
  set_connected(index_);
  inner_->eagerConnectSingleDevice(device);
}

}  // namespace gridlock::probe

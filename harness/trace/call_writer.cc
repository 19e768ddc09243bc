// Implements the part of RingWriter that keeps the tables of groups, calls, keys, sites and
// modules.

#include <algorithm>
#include <functional>
#include <optional>

#include "harness/trace/clock.h"
#include "harness/trace/operation.h"
#include "harness/trace/ring.h"
#include "harness/trace/slots.h"

namespace gridlock::trace {
namespace {

constexpr std::uint64_t kProbes = 64;  // slots to try for a call or a call site

// Claims a free slot near `number` by writing `mark` into its word. Returns its index.
template <typename Slot, std::size_t kCount, typename WordOf>
std::optional<std::uint32_t> claim(Slot (&slots)[kCount], std::uint64_t number, WordOf word_of,
                                   std::uint64_t mark) {
  for (std::uint64_t i = 0; i < kProbes; ++i) {
    const auto at = static_cast<std::uint32_t>((number + i) % kCount);
    std::uint64_t free = 0;
    if (word_of(slots[at]).compare_exchange_strong(free, mark)) return at;
  }
  return std::nullopt;
}

// Adds the value to the set. Returns false if there is no room.
template <std::size_t kCount>
bool insert(Word (&set)[kCount], std::uint64_t value) {
  value += value == 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    std::uint64_t found = 0;
    Word& slot = set[(value + i) % kCount];
    if (slot.compare_exchange_strong(found, value) || found == value) return true;
  }
  return false;
}

}  // namespace

std::uint32_t RingWriter::add_group(const GroupRecord& group) {
  const std::uint64_t index = layout_.groups_made.fetch_add(1);
  const std::uint64_t first = layout_.members_used.fetch_add(group.members.size());
  if (index >= kGroups || first + group.members.size() > kMembers) {
    layout_.groups_lost.fetch_add(1);
    return kGroups;
  }
  GroupSlot& slot = layout_.groups[index];
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    layout_.members[first + i].store(static_cast<std::uint64_t>(group.members[i]));
  }
  slot.creation.store(static_cast<std::uint64_t>(group.creation));
  slot.timeout_ms.store(group.timeout_ms);
  slot.workers.store(static_cast<std::uint64_t>(group.workers));
  slot.size.store(group.members.size());
  slot.first_member.store(first);
  store_text(slot.name, group.name);
  store_text(slot.description, group.description);
  store_text(slot.backend, group.backend);
  slot.ready.store(1, std::memory_order_release);
  Record record;
  record.kind = Kind::kGroup;
  record.group = static_cast<std::uint16_t>(index);
  log(record);
  return record.group;
}

void RingWriter::set_connected(std::uint32_t group) {
  if (group < kGroups) layout_.groups[group].connected.store(1);
}

void RingWriter::set_workers(std::uint32_t group, int workers) {
  if (group < kGroups) layout_.groups[group].workers.store(static_cast<std::uint64_t>(workers));
}

void RingWriter::set_backend(std::uint32_t group, const std::string& backend) {
  if (group < kGroups) store_text(layout_.groups[group].backend, backend);
}

void RingWriter::set_timeout(std::uint32_t group, std::uint32_t timeout_ms) {
  if (group < kGroups) layout_.groups[group].timeout_ms.store(timeout_ms);
}

Record RingWriter::number(Record record) {
  record.kind = Kind::kCall;
  record.call = static_cast<std::uint32_t>(layout_.calls_issued.fetch_add(1) + 1);
  if (record.group < kGroups && !is_point_to_point(static_cast<Op>(record.op))) {
    record.seq = layout_.groups[record.group].enqueued.fetch_add(1) + 1;
  }
  record.time_ns = now_ns();
  return record;
}

void RingWriter::issue_unfollowed(Record record) {
  log(number(record));
}

CallHandle RingWriter::issue(Record record) {
  record = number(record);
  log(record);
  if (const auto at = claim(
          layout_.calls, record.call, [](CallSlot& slot) -> Word& { return slot.call; },
          kClaimed)) {
    layout_.calls_open.fetch_add(1);
    CallSlot& slot = layout_.calls[*at];
    store(slot.record, record);
    slot.after.store(0);
    slot.call.store(record.call, std::memory_order_release);
    return {record.call, *at};
  }
  if (const auto at = claim(layout_.behind, record.call, std::identity{}, record.call)) {
    layout_.calls_behind.fetch_add(1);
    return {record.call, static_cast<std::uint32_t>(kCalls) + *at};
  }
  layout_.calls_lost.fetch_add(1);
  return {};
}

// Frees the slot of the call. Returns false if the call was closed before.
bool RingWriter::close(CallHandle handle) {
  std::uint64_t mine = handle.call;
  if (handle.slot >= kCalls) {
    const bool was_open = layout_.behind[handle.slot - kCalls].compare_exchange_strong(mine, 0);
    if (was_open) layout_.calls_behind.fetch_sub(1);
    return was_open;
  }
  Word& slot = layout_.calls[handle.slot].call;
  while (!slot.compare_exchange_weak(mine, 0)) {
    if (mine != handle.call && mine != kClaimed) return false;
    mine = handle.call;  // another thread is adding flags; retry
  }
  layout_.calls_open.fetch_sub(1);
  return true;
}

void RingWriter::complete(CallHandle handle, bool failed) {
  if (handle.call == 0 || !close(handle)) return;
  Record record;
  record.kind = Kind::kDone;
  record.call = handle.call;
  record.peer = failed ? 1 : 0;
  log_completion(record);
}

bool RingWriter::is_open(CallHandle handle) const {
  if (handle.call == 0) return false;
  const Word& call =
      handle.slot < kCalls ? layout_.calls[handle.slot].call : layout_.behind[handle.slot - kCalls];
  return call.load() == handle.call;
}

void RingWriter::set_after(CallHandle handle, std::uint32_t earlier) {
  if (handle.slot < kCalls && is_open(handle)) layout_.calls[handle.slot].after.store(earlier);
}

void RingWriter::add_flags(CallHandle handle, std::uint8_t flags) {
  if (handle.call == 0 || handle.slot >= kCalls) return;
  CallSlot& slot = layout_.calls[handle.slot];
  std::uint64_t mine = handle.call;
  if (!slot.call.compare_exchange_strong(mine, kClaimed)) return;
  Record record = load(slot.record);
  record.flags |= flags;
  store(slot.record, record);
  slot.call.store(handle.call, std::memory_order_release);
}

Record RingWriter::block(Record record, std::span<const std::uint64_t> keys) {
  Lane* mine = lane();
  if (mine == nullptr) {
    layout_.dropped.fetch_add(1, std::memory_order_relaxed);
    return {};
  }
  const Record before = load(mine->blocked.record);
  record.time_ns = now_ns();
  log(record);
  for (std::size_t i = 0; i < std::min(keys.size(), kWaitKeys); ++i) mine->keys[i].store(keys[i]);
  store(mine->blocked, record);
  return before;
}

void RingWriter::unblock(const Record& before) {
  Lane* mine = lane();
  if (mine == nullptr) return;
  store(mine->blocked, before);
  Record record = before;
  record.kind = Kind::kNone;
  log(record);
}

void RingWriter::key_set(std::uint64_t hash) {
  Record record;
  record.kind = Kind::kStoreSet;
  record.site = hash;
  log(record);
  if (!insert(layout_.keys, hash)) layout_.keys_lost.fetch_add(1);
}

void RingWriter::name_key(std::uint64_t hash, std::string_view name) {
  KeyNameSlot* place = &layout_.key_names[hash % kKeyNames];  // replaces a name if none is free
  for (std::uint64_t i = 0; i < kKeyNameProbes; ++i) {
    KeyNameSlot& slot = layout_.key_names[(hash + i) % kKeyNames];
    if (slot.key.load() == hash) return;
    if (slot.version.load() == 0) {
      place = &slot;
      break;
    }
  }
  std::uint64_t version = place->version.load();
  if (version % 2 != 0 || !place->version.compare_exchange_strong(version, version + 1)) return;
  place->key.store(hash);
  constexpr std::string_view kCut = "…";
  constexpr std::size_t kMost = sizeof(place->name);
  const bool fits = name.size() <= kMost;
  store_text(place->name,
             fits ? std::string(name)
                  : std::string(kCut).append(name.substr(name.size() - kMost + kCut.size())));
  place->version.store(version + 2, std::memory_order_release);
}

void RingWriter::add_site(std::uint64_t site, const std::string& place) {
  for (std::size_t i = 0; i < kProbes; ++i) {
    SiteSlot& slot = layout_.sites[(site + i) % kSites];
    std::uint64_t found = 0;
    if (slot.site.compare_exchange_strong(found, site)) {
      store_text(slot.place, place);
      slot.ready.store(1, std::memory_order_release);
      return;
    }
    if (found == site) return;
  }
}

std::uint16_t RingWriter::add_module(const std::string& name) {
  const std::uint64_t index = layout_.modules_used.fetch_add(1);
  if (index >= kModules) return 0;
  ModuleSlot& slot = layout_.modules[index];
  store_text(slot.name, name);
  slot.ready.store(1, std::memory_order_release);
  return static_cast<std::uint16_t>(index + 1);
}

}  // namespace gridlock::trace

// Implements the part of RingWriter that keeps the tables of groups, calls, keys, sites and
// modules.

#include "harness/trace/clock.h"
#include "harness/trace/operation.h"
#include "harness/trace/ring.h"
#include "harness/trace/slots.h"

namespace gridlock::trace {
namespace {

constexpr std::uint64_t kProbes = 64;  // slots to try for a call or a call site

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
    layout_.lost.fetch_add(1);
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

void RingWriter::set_timeout(std::uint32_t group, std::uint32_t timeout_ms) {
  if (group < kGroups) layout_.groups[group].timeout_ms.store(timeout_ms);
}

Record RingWriter::number(Record record) {
  record.kind = Kind::kCall;
  record.call = static_cast<std::uint32_t>(layout_.calls_issued.fetch_add(1) + 1);
  const bool known = record.group < kGroups;
  if (!known) layout_.lost.fetch_add(1);
  if (known && !is_point_to_point(static_cast<Op>(record.op))) {
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
  for (std::uint64_t i = 0; i < kProbes; ++i) {
    const std::uint32_t at = static_cast<std::uint32_t>((record.call + i) % kCalls);
    CallSlot& slot = layout_.calls[at];
    std::uint64_t free = 0;
    if (!slot.call.compare_exchange_strong(free, kClaimed)) continue;
    store(slot.record, record);
    slot.after.store(0);
    slot.call.store(record.call, std::memory_order_release);
    return {record.call, at};
  }
  layout_.lost.fetch_add(1);
  return {};
}

void RingWriter::complete(CallHandle handle, bool failed) {
  if (handle.call == 0) return;
  Word& slot = layout_.calls[handle.slot].call;
  std::uint64_t mine = handle.call;
  while (!slot.compare_exchange_weak(mine, 0)) {
    if (mine != handle.call && mine != kClaimed) return;  // completed before
    mine = handle.call;                                   // another thread is adding flags; retry
  }
  Record record;
  record.kind = Kind::kDone;
  record.call = handle.call;
  record.peer = failed ? 1 : 0;
  log_completion(record);
}

bool RingWriter::is_open(CallHandle handle) const {
  return handle.call != 0 && layout_.calls[handle.slot].call.load() == handle.call;
}

void RingWriter::set_after(CallHandle handle, std::uint32_t earlier) {
  if (is_open(handle)) layout_.calls[handle.slot].after.store(earlier);
}

void RingWriter::add_flags(CallHandle handle, std::uint8_t flags) {
  if (handle.call == 0) return;
  CallSlot& slot = layout_.calls[handle.slot];
  std::uint64_t mine = handle.call;
  if (!slot.call.compare_exchange_strong(mine, kClaimed)) return;
  Record record = load(slot.record);
  record.flags |= flags;
  store(slot.record, record);
  slot.call.store(handle.call, std::memory_order_release);
}

Record RingWriter::block(Record record) {
  Lane* mine = lane();
  if (mine == nullptr) {
    layout_.dropped.fetch_add(1, std::memory_order_relaxed);
    return {};
  }
  const Record before = load(mine->blocked.record);
  record.time_ns = now_ns();
  log(record);
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
  if (!insert(layout_.keys, hash)) layout_.lost.fetch_add(1);
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

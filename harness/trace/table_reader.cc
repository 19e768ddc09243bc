// Implements the part of RingReader that reads the tables of groups, calls, keys, sites, modules
// and threads.

#include <algorithm>

#include "harness/trace/ring.h"
#include "harness/trace/slots.h"

namespace gridlock::trace {
namespace {

GroupRecord read_group(const GroupSlot& slot, const Word (&members)[kMembers]) {
  GroupRecord group;
  group.name = load_text(slot.name);
  group.description = load_text(slot.description);
  group.backend = load_text(slot.backend);
  group.creation = static_cast<int>(slot.creation.load());
  group.enqueued = slot.enqueued.load(std::memory_order_acquire);
  group.connected = slot.connected.load() != 0;
  group.timeout_ms = static_cast<std::uint32_t>(slot.timeout_ms.load());
  group.workers = static_cast<int>(slot.workers.load());
  // The value is clamped, because a rank may have written anything.
  const std::uint64_t first = std::min<std::uint64_t>(slot.first_member.load(), kMembers);
  const std::uint64_t size = std::min<std::uint64_t>(slot.size.load(), kMembers - first);
  for (std::uint64_t i = 0; i < size; ++i) {
    group.members.push_back(static_cast<int>(members[first + i].load()));
  }
  return group;
}

template <std::size_t kCount>
std::vector<std::uint64_t> values(const Word (&set)[kCount]) {
  std::vector<std::uint64_t> found;
  for (const Word& slot : set) {
    if (const std::uint64_t value = slot.load(std::memory_order_acquire)) found.push_back(value);
  }
  return found;
}

}  // namespace

std::vector<GroupRecord> RingReader::groups() const {
  std::vector<GroupRecord> groups;
  for (const GroupSlot& slot : layout_.groups) {
    if (slot.ready.load(std::memory_order_acquire) != 1) break;
    groups.push_back(read_group(slot, layout_.members));
  }
  return groups;
}

std::vector<CallRecord> RingReader::open_calls() const {
  std::vector<CallRecord> calls;
  if (layout_.calls_open.load(std::memory_order_acquire) == 0) return calls;
  for (const CallSlot& slot : layout_.calls) {
    const std::uint64_t before = slot.call.load(std::memory_order_acquire);
    if (before == 0 || before == kClaimed) continue;
    const auto after = static_cast<std::uint32_t>(slot.after.load());
    const Record record = load(slot.record);
    if (slot.call.load(std::memory_order_acquire) == before) calls.push_back({record, after});
  }
  std::ranges::sort(calls, {}, [](const CallRecord& call) { return call.record.call; });
  return calls;
}

std::vector<std::uint64_t> RingReader::keys_set() const {
  return values(layout_.keys);
}

std::vector<Site> RingReader::sites() const {
  std::vector<Site> found;
  for (const SiteSlot& slot : layout_.sites) {
    if (slot.ready.load(std::memory_order_acquire) != 1) continue;
    found.push_back({slot.site.load(), load_text(slot.place)});
  }
  return found;
}

std::vector<std::string> RingReader::modules() const {
  std::vector<std::string> names;
  for (const ModuleSlot& slot : layout_.modules) {
    if (slot.ready.load(std::memory_order_acquire) != 1) break;
    names.push_back(load_text(slot.name));
  }
  return names;
}

std::vector<ThreadRecord> RingReader::threads() const {
  std::vector<ThreadRecord> found;
  for (const ThreadSlot& slot : layout_.threads) {
    const std::uint64_t thread = slot.thread.load(std::memory_order_acquire);
    if (thread == 0 || slot.ready.load(std::memory_order_acquire) != 1) continue;
    ThreadRecord record{thread, load_text(slot.origin), load_text(slot.name),
                        slot.in_program.load() != 0};
    // The record is whole only if the slot was not reused while it was read.
    const bool whole = slot.ready.load(std::memory_order_acquire) == 1 &&
                       slot.thread.load(std::memory_order_acquire) == thread;
    if (whole) found.push_back(std::move(record));
  }
  return found;
}

std::vector<DriverWait> RingReader::driver_waits() const {
  std::vector<DriverWait> found;
  for (const DriverSlot& slot : layout_.drivers) {
    const std::uint64_t thread = slot.thread.load(std::memory_order_acquire);
    const std::uint64_t told = slot.told.load(std::memory_order_acquire);
    if (thread == 0 || told % 2 == 0 || slot.calls.load() != told) continue;
    const DriverWait wait{thread, static_cast<std::uint32_t>(slot.call.load()),
                          slot.certain.load() != 0, slot.since_ns.load()};
    std::atomic_thread_fence(std::memory_order_acquire);
    const bool still =
        slot.told.load() == told && slot.calls.load() == told && slot.thread.load() == thread;
    if (still) found.push_back(wait);
  }
  return found;
}

}  // namespace gridlock::trace

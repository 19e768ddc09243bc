#include <algorithm>

#include "harness/trace/ring.h"
#include "harness/trace/slots.h"

namespace gridlock::trace {
namespace {

std::optional<Record> read(const Guarded& guarded) {
  constexpr int kAttempts = 4;  // a writer that dies inside a write leaves the version odd forever
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::uint64_t before = guarded.version.load(std::memory_order_acquire);
    const Record record = load(guarded.record);
    const std::uint64_t after = guarded.version.load(std::memory_order_acquire);
    if (before == after && before % 2 == 0 && before != 0) return record;
  }
  return std::nullopt;
}

Handling read(const HandlingSlot& slot) {
  const std::uint64_t before = slot.version.load(std::memory_order_acquire);
  Handling handling{load_text(slot.error), load_text(slot.place)};
  std::atomic_thread_fence(std::memory_order_acquire);
  const bool whole = before % 2 == 0 && slot.version.load(std::memory_order_relaxed) == before;
  return whole ? handling : Handling{};
}

// Returns the name of a key, or "" if it is unknown.
std::string name_of_key(const KeyNameSlot (&slots)[kKeyNames], std::uint64_t hash) {
  for (std::uint64_t i = 0; i < kKeyNameProbes; ++i) {
    const KeyNameSlot& slot = slots[(hash + i) % kKeyNames];
    const std::uint64_t before = slot.version.load(std::memory_order_acquire);
    if (before == 0 || before % 2 != 0 || slot.key.load() != hash) continue;
    std::string name = load_text(slot.name);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (slot.version.load(std::memory_order_relaxed) == before) return name;
  }
  return "";
}

// Reads the blocked record of a lane and the keys that belong to it.
void read_blocked(const Lane& lane, const Layout& layout, LaneSnapshot& snapshot) {
  snapshot.blocked = read(lane.blocked);
  if (!snapshot.blocked || !has_keys(snapshot.blocked->kind)) return;
  const std::size_t count = std::min<std::uint64_t>(snapshot.blocked->count, kWaitKeys);
  for (std::size_t i = 0; i < count; ++i) snapshot.keys.push_back({lane.keys[i].load(), ""});
  const auto after = read(lane.blocked);
  if (after && after->time_ns == snapshot.blocked->time_ns) {
    for (StoreKey& key : snapshot.keys) key.name = name_of_key(layout.key_names, key.hash);
    return;
  }
  snapshot.blocked.reset();  // the thread went on meanwhile
  snapshot.keys.clear();
}

LaneSnapshot read_lane(const Lane& lane, const Layout& layout) {
  LaneSnapshot snapshot;
  snapshot.thread = lane.thread.load(std::memory_order_acquire);
  snapshot.state = read(lane.state);
  read_blocked(lane, layout, snapshot);
  snapshot.handling = read(lane.handling);
  const std::uint64_t end = lane.written.load(std::memory_order_acquire);
  const std::uint64_t begin = end > kCapacity ? end - kCapacity : 0;
  std::vector<Record> copy;
  copy.reserve(end - begin);
  for (std::uint64_t i = begin; i < end; ++i) copy.push_back(load(lane.log[i % kCapacity]));
  // Records that the writer overwrote during the copy are torn. The writer may also be writing its
  // next record, so the slot of that record counts as torn too.
  const std::uint64_t now = lane.written.load(std::memory_order_acquire);
  const std::uint64_t oldest = now + 1 > kCapacity ? now + 1 - kCapacity : 0;
  const std::uint64_t torn = end <= begin ? 0 : std::clamp(oldest, begin, end) - begin;
  snapshot.written = end;
  snapshot.overwritten = begin + torn;
  snapshot.log.assign(copy.begin() + static_cast<std::ptrdiff_t>(torn), copy.end());
  return snapshot;
}

LaneSnapshot read_shared(const SharedLog& shared) {
  LaneSnapshot snapshot;
  snapshot.written = shared.written.load(std::memory_order_acquire);
  const std::uint64_t begin = snapshot.written > kCapacity ? snapshot.written - kCapacity : 0;
  for (std::uint64_t i = begin; i < snapshot.written; ++i) {
    const Word& stamp = shared.stamp[i % kCapacity];
    if (stamp.load(std::memory_order_acquire) != i + 1) continue;
    const Record record = load(shared.log[i % kCapacity]);
    if (stamp.load(std::memory_order_acquire) == i + 1) snapshot.log.push_back(record);
  }
  snapshot.overwritten = snapshot.written - snapshot.log.size();
  return snapshot;
}

}  // namespace

std::uint64_t RingReader::events() const {
  std::uint64_t sum = layout_.dropped.load(std::memory_order_relaxed) +
                      layout_.completions.written.load(std::memory_order_acquire);
  for (const Lane& lane : layout_.lanes) sum += lane.written.load(std::memory_order_acquire);
  return sum;
}

std::uint64_t RingReader::dropped() const {
  return layout_.dropped.load(std::memory_order_relaxed);
}

Lost RingReader::lost() const {
  return {layout_.groups_lost.load(), layout_.calls_behind.load() + layout_.calls_lost.load(),
          layout_.keys_lost.load()};
}

std::optional<Record> RingReader::main_state() const {
  return read(layout_.lanes[0].state);
}

bool RingReader::waits() const {
  for (const Lane& lane : layout_.lanes) {
    if (lane.thread.load(std::memory_order_acquire) == 0) continue;
    const auto blocked = read(lane.blocked);
    if (blocked && blocked->kind != Kind::kNone) return true;
  }
  return layout_.calls_open.load(std::memory_order_acquire) > 0;
}

std::vector<LaneSnapshot> RingReader::snapshot() const {
  std::vector<LaneSnapshot> lanes;
  for (const Lane& lane : layout_.lanes) {
    const bool used = lane.thread.load(std::memory_order_acquire) != 0 || lane.written.load() != 0;
    if (used) lanes.push_back(read_lane(lane, layout_));
  }
  LaneSnapshot shared = read_shared(layout_.completions);
  if (shared.written > 0) lanes.push_back(std::move(shared));
  return lanes;
}

}  // namespace gridlock::trace

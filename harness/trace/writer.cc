#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <bit>

#include "harness/trace/ring.h"

namespace gridlock::trace {
namespace {

std::uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// Every word is released, so that a reader who sees any word of this record also sees the counter
// or the odd version that was stored before it, and knows the slot for torn. Free of cost on x86.
void store(Slot& slot, const Record& record) {
  const auto words = std::bit_cast<std::array<std::uint64_t, kWords>>(record);
  for (std::size_t i = 0; i < kWords; ++i) slot[i].store(words[i], std::memory_order_release);
}

void append(Lane& lane, const Record& record) {
  const std::uint64_t written = lane.written.load(std::memory_order_relaxed);
  store(lane.log[written % kCapacity], record);
  lane.written.store(written + 1, std::memory_order_release);
}

}  // namespace

Lane* RingWriter::lane() {
  // Which lane this thread holds, and in which ring: a process may attach to another ring later.
  thread_local Layout* claimed_in = nullptr;
  thread_local Lane* claimed = nullptr;
  if (claimed_in == &layout_) return claimed;
  claimed_in = &layout_;
  claimed = nullptr;
  const auto thread = static_cast<std::uint64_t>(syscall(SYS_gettid));
  for (Lane& lane : layout_.lanes) {
    std::uint64_t free = 0;
    if (lane.thread.compare_exchange_strong(free, thread)) return claimed = &lane;
  }
  return nullptr;
}

void RingWriter::log(Record record) {
  record.time_ns = now_ns();
  if (Lane* mine = lane()) {
    append(*mine, record);
  } else {
    layout_.dropped.fetch_add(1, std::memory_order_relaxed);
  }
}

void RingWriter::enter(Record record) {
  record.time_ns = now_ns();
  Lane* mine = lane();
  if (mine == nullptr) {
    layout_.dropped.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  append(*mine, record);
  const std::uint64_t version = mine->state_version.load(std::memory_order_relaxed);
  mine->state_version.store(version + 1, std::memory_order_relaxed);  // odd while writing
  store(mine->state, record);
  mine->state_version.store(version + 2, std::memory_order_release);
}

}  // namespace gridlock::trace

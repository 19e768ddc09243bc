#include <sys/syscall.h>
#include <unistd.h>

#include "harness/trace/clock.h"
#include "harness/trace/ring.h"
#include "harness/trace/slots.h"

namespace gridlock::trace {
namespace {

void append(Lane& lane, const Record& record) {
  const std::uint64_t written = lane.written.load(std::memory_order_relaxed);
  store(lane.log[written % kCapacity], record);
  lane.written.store(written + 1, std::memory_order_release);
}

}  // namespace

Lane* RingWriter::lane(bool claim) {
  // The lane that this thread has claimed, and the ring of that lane. The process may attach to
  // another ring later. Even if that ring is mapped at the same address, its lane does not have
  // this thread's id.
  thread_local Layout* claimed_in = nullptr;
  thread_local Lane* claimed = nullptr;
  thread_local const auto thread = static_cast<std::uint64_t>(syscall(SYS_gettid));
  const bool here = claimed_in == &layout_ && claimed != nullptr;  // else it may be unmapped
  if (here && claimed->thread.load(std::memory_order_relaxed) == thread) return claimed;
  if (!claim) return nullptr;
  claimed_in = &layout_;
  claimed = nullptr;
  for (Lane& lane : layout_.lanes) {
    std::uint64_t holder = 0;  // another writer of this thread may have claimed it
    if (lane.thread.compare_exchange_strong(holder, thread) || holder == thread) {
      return claimed = &lane;
    }
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

void RingWriter::log_completion(Record record) {
  record.time_ns = now_ns();
  if (Lane* mine = lane(/*claim=*/false)) return append(*mine, record);
  SharedLog& shared = layout_.completions;
  const std::uint64_t number = shared.written.fetch_add(1);
  Word& stamp = shared.stamp[number % kCapacity];
  stamp.store(0);  // hides the slot from readers until the record is whole
  store(shared.log[number % kCapacity], record);
  stamp.store(number + 1, std::memory_order_release);
}

void RingWriter::enter(Record record) {
  record.time_ns = now_ns();
  Lane* mine = lane();
  if (mine == nullptr) {
    layout_.dropped.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  append(*mine, record);
  store(mine->state, record);
}

}  // namespace gridlock::trace

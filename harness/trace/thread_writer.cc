// Implements the part of RingWriter that keeps the table of threads and their origins.
#include <sys/syscall.h>
#include <unistd.h>

#include "harness/trace/ring.h"
#include "harness/trace/slots.h"

namespace gridlock::trace {
namespace {

std::uint64_t this_thread() {
  thread_local const auto thread = static_cast<std::uint64_t>(syscall(SYS_gettid));
  return thread;
}

void write_texts(ThreadSlot& slot, const std::string& origin, const std::string& name) {
  slot.ready.store(0, std::memory_order_seq_cst);
  store_text(slot.origin, origin);
  store_text(slot.name, name);
  slot.ready.store(1, std::memory_order_release);
}

}  // namespace

ThreadSlot* RingWriter::slot_of(std::uint64_t thread) {
  for (ThreadSlot& slot : layout_.threads) {
    if (slot.thread.load(std::memory_order_relaxed) == thread) return &slot;
  }
  return nullptr;
}

void RingWriter::thread_started(std::uint64_t thread, const std::string& origin) {
  thread_ended(thread);  // the kernel reuses thread ids
  for (ThreadSlot& slot : layout_.threads) {
    std::uint64_t free = 0;
    if (!slot.thread.compare_exchange_strong(free, thread)) continue;
    slot.in_program.store(0);
    return write_texts(slot, origin, "");
  }
}

void RingWriter::thread_ended(std::uint64_t thread) {
  if (ThreadSlot* slot = slot_of(thread)) {
    slot->ready.store(0);
    slot->thread.store(0, std::memory_order_release);
  }
  for (Lane& lane : layout_.lanes) {
    if (lane.thread.load(std::memory_order_relaxed) != thread) continue;
    store(lane.blocked, Record{});
    store(lane.handling, "", "");
    lane.thread.store(0, std::memory_order_release);
  }
}

void RingWriter::describe_thread(std::uint64_t thread, const std::string& origin,
                                 const std::string& name) {
  if (ThreadSlot* slot = slot_of(thread)) write_texts(*slot, origin, name);
}

void RingWriter::handle(const Handling& handling) {
  if (Lane* mine = lane()) store(mine->handling, handling.error, handling.place);
}

void RingWriter::enter_program() {
  if (ThreadSlot* slot = slot_of(this_thread())) slot->in_program.fetch_add(1);
}

void RingWriter::leave_program() {
  ThreadSlot* slot = slot_of(this_thread());
  if (slot != nullptr && slot->in_program.load() > 0) slot->in_program.fetch_sub(1);
}

}  // namespace gridlock::trace

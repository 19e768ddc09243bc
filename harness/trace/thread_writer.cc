// Implements the parts of RingWriter that keep the origins of threads, and their calls into the
// drivers of devices.
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

void free_slot(ThreadSlot& slot) {
  slot.ready.store(0);
  slot.thread.store(0, std::memory_order_release);
}

}  // namespace

ThreadSlot* RingWriter::slot_of(std::uint64_t thread) {
  for (ThreadSlot& slot : layout_.threads) {
    if (slot.thread.load(std::memory_order_relaxed) == thread) return &slot;
  }
  return nullptr;
}

void RingWriter::thread_started(std::uint64_t thread, const std::string& origin) {
  if (ThreadSlot* before = slot_of(thread)) free_slot(*before);  // the kernel reuses thread ids
  for (ThreadSlot& slot : layout_.threads) {
    std::uint64_t free = 0;
    if (!slot.thread.compare_exchange_strong(free, thread)) continue;
    slot.in_program.store(0);
    return write_texts(slot, origin, "");
  }
}

void RingWriter::thread_ended(std::uint64_t thread) {
  if (ThreadSlot* slot = slot_of(thread)) free_slot(*slot);
  for (Lane& lane : layout_.lanes) {
    if (lane.thread.load(std::memory_order_relaxed) != thread) continue;
    store(lane.blocked, Record{});
    store(lane.handling, "", "");
    lane.thread.store(0, std::memory_order_release);
  }
  for (DriverSlot& slot : layout_.drivers) {
    if (slot.thread.load(std::memory_order_relaxed) == thread) slot.thread.store(0);
  }
}

void RingWriter::describe_thread(std::uint64_t thread, const std::string& origin,
                                 const std::string& name) {
  if (ThreadSlot* slot = slot_of(thread)) write_texts(*slot, origin, name);
}

void RingWriter::handle(const Handling& handling) {
  if (Lane* mine = lane()) store(mine->handling, handling.error, handling.place);
}

std::size_t RingWriter::claim_driver_slot(std::uint64_t thread) {
  for (std::size_t i = 0; i < kDrivers; ++i) {
    std::uint64_t holder = 0;
    if (!layout_.drivers[i].thread.compare_exchange_strong(holder, thread)) continue;
    layout_.drivers[i].told.store(0);
    return i;
  }
  return kDrivers;
}

void RingWriter::tell_driver_wait(std::size_t index, std::uint64_t calls, const DriverWait& wait) {
  DriverSlot& slot = layout_.drivers[index];
  slot.told.store(0);  // hides the words from readers until they are whole
  slot.call.store(wait.call);
  slot.since_ns.store(wait.since_ns);
  slot.certain.store(wait.certain ? 1 : 0);
  slot.told.store(calls, std::memory_order_release);
}

void RingWriter::enter_program() {
  if (ThreadSlot* slot = slot_of(this_thread())) slot->in_program.fetch_add(1);
}

void RingWriter::leave_program() {
  ThreadSlot* slot = slot_of(this_thread());
  if (slot != nullptr && slot->in_program.load() > 0) slot->in_program.fetch_sub(1);
}

}  // namespace gridlock::trace

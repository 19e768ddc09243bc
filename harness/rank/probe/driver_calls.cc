#include "harness/rank/probe/driver_calls.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "harness/rank/probe/own_thread.h"
#include "harness/rank/probe/recorder.h"
#include "harness/rank/probe/streams.h"
#include "harness/trace/clock.h"

namespace gridlock::probe {
namespace {

using device::DriverCalls;
using device::Until;
using trace::CallHandle;

constexpr std::chrono::milliseconds kBetweenLooks{20};
constexpr std::uint64_t kMs = 1'000'000;
constexpr std::uint64_t kStandsNs = 100 * kMs;
// A launch of a kernel that is loaded takes some microseconds, and that of a graph some
// milliseconds. If it has used a processor for this long, it spins.
constexpr std::uint64_t kSpinsNs = 100 * kMs;
constexpr std::uint64_t kGraphSpinsNs = 1000 * kMs;
// The times after which other calls are told, although they may only take long.
constexpr std::uint64_t kDoubtfulNs = 2000 * kMs;
constexpr std::uint64_t kLoadsNs = 10'000 * kMs;
constexpr std::uint64_t kComputesNs = 1000 * kMs;

std::uint64_t ns_of(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return 0;
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

struct Thread {
  DriverCalls calls;
  std::uint64_t id = 0;  // kernel thread id
  clockid_t processor_time = 0;
  std::atomic<std::size_t> slot = trace::kDrivers;  // in the ring; kDrivers = none
  // The following values describe the call in which look() has last seen the thread.
  std::uint64_t seen = 0;  // DriverCalls::count
  std::uint64_t since_ns = 0;
  std::uint64_t processor_ns = 0;
  bool is_told = false;
  trace::DriverWait told;
};

std::atomic<std::uint64_t> nowhere;

// An object is never given to another thread, because its thread may call the driver until its very
// end.
class Threads {
 public:
  DriverCalls* add_this_thread(trace::RingWriter& ring) {
    auto* const thread = new Thread;
    thread->id = static_cast<std::uint64_t>(syscall(SYS_gettid));
    pthread_getcpuclockid(pthread_self(), &thread->processor_time);
    const std::lock_guard lock(mutex_);
    if (ring_ == nullptr) start(ring);
    give_slot(*thread, *ring_);
    threads_.push_back(thread);
    return &thread->calls;
  }

  // These functions are called before a fork, in the parent and in the child. In the child, the
  // ring is no longer mapped, and no thread looks.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }
  void let_go() {
    for (Thread* thread : threads_) thread->calls.shared = &nowhere;
    threads_.clear();
    ring_ = nullptr;
    mutex_.unlock();
  }

 private:
  void start(trace::RingWriter& ring) {
    ring_ = &ring;
    start_own_thread([this] {
      while (true) {
        std::this_thread::sleep_for(kBetweenLooks);
        if (trace::RingWriter* current = writer()) look(*current);
      }
    });
  }

  void look(trace::RingWriter& ring) {
    for (Thread* thread : threads_of(ring)) {
      const std::size_t index = thread->slot;
      if (index == trace::kDrivers) continue;
      trace::DriverSlot& slot = ring.driver_slot(index);
      const std::uint64_t count = slot.calls.load(std::memory_order_acquire);
      if (slot.thread != thread->id || count % 2 == 0) continue;
      look(*thread, count, index, ring);
    }
  }

  // Lets the thread count in a slot of the ring. An ended thread that has had the slot counts
  // nowhere from now on.
  void give_slot(Thread& thread, trace::RingWriter& ring) {
    thread.slot = ring.claim_driver_slot(thread.id);
    if (thread.slot == trace::kDrivers) {
      thread.calls.shared = &nowhere;
      return;
    }
    for (Thread* other : threads_) {
      if (other == &thread || other->slot != thread.slot) continue;
      other->slot = trace::kDrivers;
      other->calls.shared = &nowhere;
    }
    trace::DriverSlot& slot = ring.driver_slot(thread.slot);
    slot.calls = 0;
    thread.calls.shared = &slot.calls;
  }

  // Returns all threads. In the ring of another job, gives slots to those that live.
  std::vector<Thread*> threads_of(trace::RingWriter& ring) {
    const std::lock_guard lock(mutex_);
    if (ring_ == &ring) return threads_;
    for (Thread* thread : threads_) thread->slot = trace::kDrivers;
    for (Thread* thread : threads_) {
      const auto id = static_cast<pid_t>(thread->id);
      if (syscall(SYS_tgkill, getpid(), id, 0) == 0) give_slot(*thread, ring);
    }
    ring_ = &ring;
    return threads_;
  }

  void look(Thread& thread, std::uint64_t count, std::size_t index, trace::RingWriter& ring) {
    const std::uint64_t now = trace::now_ns();
    if (thread.seen != count) {
      thread.seen = count;
      thread.since_ns = now;
      thread.processor_ns = ns_of(thread.processor_time);
      thread.is_told = false;
    }
    const std::uint64_t elapsed = now - thread.since_ns;
    if (elapsed < kStandsNs) return;
    trace::DriverWait wait = wait_of(thread, elapsed);
    const bool computes = wait.call == 0 && thread.calls.until != Until::kLoaded;
    if (wait.call == 0 && (!computes || elapsed < kComputesNs) && !thread.is_told) return;
    wait.since_ns = thread.since_ns;
    const bool same = thread.told.call == wait.call && thread.told.certain == wait.certain;
    if (thread.is_told && same) return;
    ring.tell_driver_wait(index, count, wait);
    thread.is_told = true;
    thread.told = wait;
  }

  // Returns what the thread waits for. The result has no call if none is known, or if the call of
  // the driver may still return soon.
  trace::DriverWait wait_of(const Thread& thread, std::uint64_t elapsed) const {
    const Until until = thread.calls.until;
    const CallHandle call = awaited_by(thread, until);
    trace::DriverWait wait;
    if (!is_still_open(call)) return wait;
    wait.certain = takes_work(until) ? spins(thread, until) : until != Until::kLoaded;
    const std::uint64_t limit = until == Until::kLoaded ? kLoadsNs : kDoubtfulNs;
    if (wait.certain || elapsed >= limit) wait.call = call.call;
    return wait;
  }

  static CallHandle awaited_by(const Thread& thread, Until until) {
    if (!takes_work(until)) {
      return std::bit_cast<CallHandle>(thread.calls.awaited.load());
    }
    use_device_of_calls();
    const BesideCaptures beside;
    return standing_at(thread.calls.handle);
  }

  // Returns whether the thread waits for its stream. Otherwise the driver may be loading the
  // kernel, or another program may have the processor.
  bool spins(const Thread& thread, Until until) const {
    const void* function = thread.calls.function;
    const bool loaded = function == nullptr || library_->launched(function);
    const std::uint64_t limit = until == Until::kGraph ? kGraphSpinsNs : kSpinsNs;
    return loaded && ns_of(thread.processor_time) >= thread.processor_ns + limit;
  }

  const device::Library* library_ =
      static_cast<const device::Library*>(dlsym(RTLD_DEFAULT, device::kLibrary));
  std::mutex mutex_;  // not held while CUDA is called
  std::vector<Thread*> threads_;
  trace::RingWriter* ring_ = nullptr;
};

Threads& threads() {
  static auto* const all = [] {
    static auto* const made = new Threads;  // never destroyed: torch's threads outlive main
    pthread_atfork([] { made->lock(); }, [] { made->unlock(); }, [] { made->let_go(); });
    return made;
  }();
  return *all;
}

}  // namespace

DriverCalls* driver_calls_of_this_thread() {
  trace::RingWriter* ring = writer();
  return ring == nullptr ? nullptr : threads().add_this_thread(*ring);
}

}  // namespace gridlock::probe

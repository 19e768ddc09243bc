#include "harness/rank/probe/driver_calls.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "harness/rank/probe/own_thread.h"
#include "harness/rank/probe/recorder.h"
#include "harness/rank/probe/streams.h"
#include "harness/trace/clock.h"

namespace gridlock::probe {
namespace {

using device::DriverCalls;
using device::Until;

constexpr std::chrono::milliseconds kBetweenLooks{20};
constexpr std::uint64_t kMs = 1'000'000;
// A launch of a kernel that is loaded takes some microseconds. If it has used a processor for this
// long, it spins.
constexpr std::uint64_t kSpinsNs = 100 * kMs;
constexpr std::uint64_t kStandsNs = 100 * kMs;  // other calls of the driver that wait
constexpr std::uint64_t kDoubtfulNs = 2000 * kMs;
constexpr std::uint64_t kComputesNs = 1000 * kMs;

enum class Told { kNothing, kComputes, kAwaits };

struct Thread {
  DriverCalls calls;
  std::atomic<std::uint64_t> id = 0;  // kernel thread id
  std::atomic<clockid_t> processor_time = 0;
  // Of the call in which look() has seen the thread last:
  std::uint64_t seen = 0;  // DriverCalls::count
  std::uint64_t since_ns = 0;
  std::uint64_t processor_ns = 0;
  Told told = Told::kNothing;
};

std::atomic<std::uint64_t> nowhere;

std::uint64_t ns_of(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return 0;
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

class Threads {
 public:
  // Returns null if this thread finds no slot in the ring.
  DriverCalls* add_this_thread(trace::RingWriter& ring) {
    const auto id = static_cast<std::uint64_t>(syscall(SYS_gettid));
    const std::size_t index = ring.claim_driver_slot(id);
    if (index == trace::kDrivers) return nullptr;
    Thread& thread = threads_[index];
    clockid_t clock = 0;
    pthread_getcpuclockid(pthread_self(), &clock);
    thread.processor_time = clock;
    thread.calls.count = ring.driver_slot(index).calls.load() / 2 * 2 + 2;
    thread.calls.function = nullptr;
    thread.id = id;
    thread.calls.shared = &ring.driver_slot(index).calls;
    return &thread.calls;
  }

  void look(trace::RingWriter& ring) {
    if (&ring != ring_) change_ring(ring);
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      trace::DriverSlot& slot = ring.driver_slot(i);
      if (slot.thread.load(std::memory_order_relaxed) == 0) continue;
      const std::uint64_t count = slot.calls.load(std::memory_order_acquire);
      if (count % 2 != 0) look(threads_[i], count, i, ring);
    }
  }

  // The ring is no longer mapped in a fork.
  void let_go() {
    for (Thread& thread : threads_) thread.calls.shared = &nowhere;
    ring_ = nullptr;
  }

 private:
  void look(Thread& thread, std::uint64_t count, std::size_t index, trace::RingWriter& ring) {
    const std::uint64_t now = trace::now_ns();
    if (thread.seen != count) {
      thread.seen = count;
      thread.since_ns = now;
      thread.processor_ns = ns_of(thread.processor_time);
      thread.told = Told::kNothing;
    }
    const std::uint64_t elapsed = now - thread.since_ns;
    if (thread.told == Told::kAwaits || elapsed < kStandsNs) return;
    const Until until = thread.calls.until;
    trace::DriverWait wait;
    wait.call = awaited_by(until, thread.calls.handle);
    wait.certain = until == Until::kRoom ? spins(thread) : until != Until::kLoaded;
    wait.since_ns = thread.since_ns;
    if (wait.call != 0 && (wait.certain || elapsed >= kDoubtfulNs)) {
      ring.tell_driver_wait(index, count, wait);
      thread.told = Told::kAwaits;
    } else if (thread.told == Told::kNothing && elapsed >= kComputesNs) {
      wait.call = 0;
      ring.tell_driver_wait(index, count, wait);
      thread.told = Told::kComputes;
    }
  }

  // Returns the number of the awaited call. Only Until::kRoom asks CUDA, which always answers then.
  static std::uint32_t awaited_by(Until until, device::Handle handle) {
    if (until != Until::kRoom) return awaited(until, handle).call;
    use_device_of_calls();
    const BesideCaptures beside;
    return awaited(until, handle).call;
  }

  // Returns whether the thread waits for its stream. Otherwise the driver may be loading the
  // kernel, or another program may have the processor.
  bool spins(const Thread& thread) const {
    const void* function = thread.calls.function;
    const bool loaded = function == nullptr || library_->launched(function);
    return loaded && ns_of(thread.processor_time) >= thread.processor_ns + kSpinsNs;
  }

  // Lets the threads count in the ring of another job.
  void change_ring(trace::RingWriter& ring) {
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      Thread& thread = threads_[i];
      trace::DriverSlot& slot = ring.driver_slot(i);
      if (thread.id == 0 || thread.calls.shared.load() == &slot.calls) continue;
      slot.thread = thread.id.load();
      thread.calls.shared = &slot.calls;
    }
    ring_ = &ring;
  }

  const device::Library* library_ =
      static_cast<const device::Library*>(dlsym(RTLD_DEFAULT, device::kLibrary));
  std::array<Thread, trace::kDrivers> threads_;
  trace::RingWriter* ring_ = nullptr;
};

Threads& threads() {
  static auto* const all = [] {
    static auto* const made = new Threads;  // never destroyed: torch's threads outlive main
    pthread_atfork(nullptr, nullptr, [] { made->let_go(); });
    start_own_thread([] {
      while (true) {
        std::this_thread::sleep_for(kBetweenLooks);
        if (trace::RingWriter* ring = writer()) made->look(*ring);
      }
    });
    return made;
  }();
  return *all;
}

}  // namespace

DriverCalls* driver_calls_of_this_thread() {
  trace::RingWriter* ring = writer();
  if (ring == nullptr) return nullptr;
  if (DriverCalls* calls = threads().add_this_thread(*ring)) return calls;
  thread_local DriverCalls unread{.shared = &nowhere};
  return &unread;
}

}  // namespace gridlock::probe

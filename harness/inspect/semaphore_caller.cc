#include "harness/inspect/semaphore_caller.h"

#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "harness/inspect/system_call.h"

namespace gridlock::inspect {
namespace {

constexpr std::uint64_t kMost = 1024;  // bytes that the frames of libc may take

// Calls sem_wait. The return address of this call is recognized on the stack, because it lies
// within this function.
[[gnu::noinline]] void wait_here(sem_t* semaphore) {
  while (sem_wait(semaphore) != 0) {
  }
  asm volatile("");  // prevents a tail call
}

std::optional<std::uint64_t> find_return(std::uint64_t stack) {
  constexpr std::uint64_t kFunction = 128;  // upper bound of the size of wait_here() in bytes
  const auto begin = reinterpret_cast<std::uint64_t>(&wait_here);
  for (std::uint64_t offset = 0; offset < kMost; offset += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, reinterpret_cast<const void*>(stack + offset), sizeof(word));
    if (word > begin && word < begin + kFunction) return offset;
  }
  return std::nullopt;
}

// Measures the distance in a new thread. The stack of the thread is clean, so only one word can be
// the return address.
std::optional<std::uint64_t> measure() {
  constexpr auto kTimeout = std::chrono::seconds(1);
  sem_t semaphore;
  if (sem_init(&semaphore, 0, 0) != 0) return std::nullopt;
  std::atomic<pid_t> id = 0;
  std::thread sleeper([&] {
    id = gettid();
    wait_here(&semaphore);
  });
  std::optional<std::uint64_t> found;
  const auto end = std::chrono::steady_clock::now() + kTimeout;
  while (!found && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (id == 0 || system_call(getpid(), id, 'S').sleep != Sleep::kInside) continue;
    if (const auto where = asleep(getpid(), id)) found = find_return(where->stack);
  }
  sem_post(&semaphore);
  sleeper.join();
  sem_destroy(&semaphore);
  return found;
}

}  // namespace

std::optional<std::uint64_t> sem_wait_return_offset() {
  static const std::optional<std::uint64_t> measured = measure();
  return measured;
}

}  // namespace gridlock::inspect

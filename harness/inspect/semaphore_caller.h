// Finds the caller of sem_wait on the stack of a thread that sleeps in it.
#pragma once

#include <cstdint>
#include <optional>

namespace gridlock::inspect {

// Returns the distance in bytes from the stack pointer of a thread that sleeps in sem_wait to the
// return address of sem_wait. With one C library, the distance is equal for all threads and all
// callers. Other words nearby may be left over from earlier calls. Measures the distance once, with
// a thread of this process. Returns nullopt if the measurement fails.
std::optional<std::uint64_t> sem_wait_return_offset();

}  // namespace gridlock::inspect

// Finds the caller of sem_wait on the stack of a thread that sleeps in it.
#pragma once

#include <cstdint>
#include <optional>

namespace gridlock::inspect {

// Returns the distance in bytes, on the stack of a thread that sleeps in sem_wait, from the stack
// pointer to the return address of sem_wait. Only the word at this distance identifies the caller;
// other words may be left over from earlier calls. The distance depends only on the C library, so
// it is measured once, with a thread of this process. Returns nullopt if the measurement fails.
std::optional<std::uint64_t> sem_wait_return_offset();

}  // namespace gridlock::inspect

// Who called sem_wait, of a thread that sleeps in it.
#pragma once

#include <cstdint>
#include <optional>

namespace gridlock::inspect {

// How many bytes above the stack pointer of a thread that sleeps in sem_wait the address lies to
// which that returns: the same for all threads with this C library, however they came to call it.
// What else lies around it may be left over from earlier calls. Measured once, with a thread of
// this process; nothing where that does not work.
std::optional<std::uint64_t> caller_of_sem_wait();

}  // namespace gridlock::inspect

// Finds and calls the functions of CUDA's runtime and of NCCL that this library replaces.
#pragma once

#include <atomic>

namespace gridlock::device {

// Returns the function of this name that the program would call without this library, or null.
void* find_real(const char* name);

// Returns the number of the device of this thread's context, or -1 if there is none. Asks the
// driver, so it may be called within calls of the driver, which CUDA's runtime makes even while it
// ends.
int device_of_context();

template <typename... Arguments>
int call_real(std::atomic<void*>& known, const char* name, Arguments... arguments) {
  constexpr int kUnknownError = 999;  // cudaErrorUnknown
  if (known == nullptr) known = find_real(name);
  if (known == nullptr) return kUnknownError;
  return reinterpret_cast<int (*)(Arguments...)>(known.load())(arguments...);
}

// A function object that calls the real function with these arguments.
#define REAL(name, ...)                                            \
  [&] {                                                            \
    static std::atomic<void*> known = nullptr;                     \
    return gridlock::device::call_real(known, #name, __VA_ARGS__); \
  }

}  // namespace gridlock::device

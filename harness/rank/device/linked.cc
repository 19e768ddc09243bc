// The functions of CUDA's driver for programs that are linked with it.
#include <dlfcn.h>

#include <atomic>

#include "harness/rank/device/driver.h"

namespace {

using Word = void*;  // an argument: a pointer or an integer

constexpr int kNotInitialized = 3;  // CUDA_ERROR_NOT_INITIALIZED

// RTLD_NEXT does not find the driver if only a library that is opened without RTLD_GLOBAL is linked
// with it.
void* find_counted(const char* symbol) {
  if (void* next = dlsym(RTLD_NEXT, symbol)) {
    return gridlock::device::counted_symbol(symbol, next);
  }
  void* const driver = dlopen("libcuda.so.1", RTLD_NOLOAD | RTLD_LAZY);
  if (driver == nullptr) return nullptr;
  void* const found = dlsym(driver, symbol);
  dlclose(driver);
  return found;
}

template <typename... Words>
int call_linked(std::atomic<void*>& known, const char* symbol, Words... words) {
  if (known == nullptr) known = find_counted(symbol);
  if (known == nullptr) return kNotInitialized;
  return reinterpret_cast<int (*)(Words...)>(known.load())(words...);
}

}  // namespace

// All have the arguments of the function that has the most.
#define LINKED(symbol)                                                                          \
  extern "C" __attribute__((visibility("default"))) int symbol(                                 \
      Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j, Word k) { \
    static constinit std::atomic<void*> known = nullptr;                                        \
    return call_linked(known, #symbol, a, b, c, d, e, f, g, h, i, j, k);                        \
  }

LINKED(cuLaunchKernel)
LINKED(cuLaunchCooperativeKernel)
LINKED(cuLaunchKernelEx)
LINKED(cuGraphLaunch)
LINKED(cuMemsetD8Async)
LINKED(cuMemsetD32Async)
LINKED(cuMemcpyAsync)
LINKED(cuMemcpyHtoDAsync_v2)
LINKED(cuMemcpyDtoHAsync_v2)
LINKED(cuMemcpyDtoDAsync_v2)
LINKED(cuMemcpyDtoH_v2)
LINKED(cuStreamSynchronize)
LINKED(cuEventSynchronize)
LINKED(cuCtxSynchronize)
LINKED(cuMemFree_v2)
LINKED(cuMemFreeHost)
LINKED(cuMemHostUnregister)

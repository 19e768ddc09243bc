// The calls into CUDA's driver (libcuda.so) in which a thread may wait: launches of kernels and
// graphs, copies, and calls that free memory. CUDA's runtime calls the driver, and so do libraries
// such as cuBLAS, NCCL and Triton's launchers, which have runtimes of their own or none. All of
// them are counted.
#pragma once

#include <string_view>

#include "harness/rank/device/hooks.h"

namespace gridlock::device {

using Stream = void*;

const Hooks* active_hooks();  // null before the probe has set them

Handle handle_of(Stream stream);
Handle this_device();

// The same within a call of the driver, in which CUDA's runtime must not be called.
Handle handle_of_context(Stream stream);
Handle device_of_this_context();

// Returns the function that counts a call of the driver's function `real` and makes it. Returns
// `real` itself if its calls need not be counted. The first function is for a name that
// cuGetProcAddress() was asked for, the second one for a name that dlsym() was asked for.
// `per_thread` means that stream 0 is the default stream of the calling thread.
void* counted_proc(std::string_view name, bool per_thread, void* real);
void* counted_symbol(std::string_view symbol, void* real);

// Forgets that the graph was launched, because CUDA may use its address for another one.
void forget_launched(const void* function);

// See Library.
bool launched(const void* function);

}  // namespace gridlock::device

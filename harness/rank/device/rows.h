// The functions of CUDA's driver whose calls are counted.
#pragma once

#include <cstddef>
#include <string_view>

#include "harness/rank/device/driver.h"

namespace gridlock::device {

inline constexpr int kNone = -1;
inline constexpr int kInConfig = -2;

// A function of the driver that may not return while a stream stands still.
struct Row {
  std::string_view name;    // for cuGetProcAddress()
  std::string_view symbol;  // for dlsym()
  Until until;
  // The positions of the stream (or event) and of the kernel (or graph) among the arguments.
  // kInConfig: the stream is in the LaunchConfig, the first argument.
  int stream, function;
};

// Driver 580 was seen to wait as follows. Work for a stream waits while the stream's queue of 1,024
// entries is full. Copies between a device and pageable memory wait for the stream. The functions
// of Until::kDevice wait for all streams. CUDA loads a kernel before its first launch, and may then
// wait for all streams, too. Functions that were not seen to wait, such as cuMemAlloc,
// cuEventRecord and cuStreamWaitEvent, are not listed.
inline constexpr Row kRows[] = {
    {"cuLaunchKernel", "cuLaunchKernel", Until::kRoom, 8, 0},
    {"cuLaunchCooperativeKernel", "cuLaunchCooperativeKernel", Until::kRoom, 8, 0},
    {"cuLaunchKernelEx", "cuLaunchKernelEx", Until::kRoom, kInConfig, 1},
    {"cuGraphLaunch", "cuGraphLaunch", Until::kGraph, 1, 0},
    {"cuLaunchHostFunc", "cuLaunchHostFunc", Until::kRoom, 0, kNone},
    {"cuMemsetD8Async", "cuMemsetD8Async", Until::kRoom, 3, kNone},
    {"cuMemsetD16Async", "cuMemsetD16Async", Until::kRoom, 3, kNone},
    {"cuMemsetD32Async", "cuMemsetD32Async", Until::kRoom, 3, kNone},
    {"cuMemsetD2D8Async", "cuMemsetD2D8Async", Until::kRoom, 5, kNone},
    {"cuMemsetD2D32Async", "cuMemsetD2D32Async", Until::kRoom, 5, kNone},
    {"cuMemcpyAsync", "cuMemcpyAsync", Until::kRoom, 3, kNone},
    {"cuMemcpyHtoDAsync", "cuMemcpyHtoDAsync_v2", Until::kRoom, 3, kNone},
    {"cuMemcpyDtoHAsync", "cuMemcpyDtoHAsync_v2", Until::kRoom, 3, kNone},
    {"cuMemcpyDtoDAsync", "cuMemcpyDtoDAsync_v2", Until::kRoom, 3, kNone},
    {"cuMemcpyPeerAsync", "cuMemcpyPeerAsync", Until::kRoom, 5, kNone},
    {"cuMemcpy2DAsync", "cuMemcpy2DAsync_v2", Until::kRoom, 1, kNone},
    {"cuMemcpy3DAsync", "cuMemcpy3DAsync_v2", Until::kRoom, 1, kNone},
    {"cuMemcpyDtoH", "cuMemcpyDtoH_v2", Until::kStream, kNone, kNone},
    {"cuStreamSynchronize", "cuStreamSynchronize", Until::kStream, 0, kNone},
    {"cuEventSynchronize", "cuEventSynchronize", Until::kEvent, 0, kNone},
    {"cuCtxSynchronize", "cuCtxSynchronize", Until::kDevice, kNone, kNone},
    {"cuMemFree", "cuMemFree_v2", Until::kDevice, kNone, kNone},
    {"cuMemFreeHost", "cuMemFreeHost", Until::kDevice, kNone, kNone},
    {"cuMemHostUnregister", "cuMemHostUnregister", Until::kDevice, kNone, kNone},
    {"cuModuleLoadData", "cuModuleLoadData", Until::kLoaded, kNone, kNone},
    {"cuModuleLoadDataEx", "cuModuleLoadDataEx", Until::kLoaded, kNone, kNone},
    {"cuModuleLoadFatBinary", "cuModuleLoadFatBinary", Until::kLoaded, kNone, kNone},
    {"cuModuleGetFunction", "cuModuleGetFunction", Until::kLoaded, kNone, kNone},
    {"cuModuleUnload", "cuModuleUnload", Until::kLoaded, kNone, kNone},
    {"cuLibraryUnload", "cuLibraryUnload", Until::kLoaded, kNone, kNone},
    {"cuLibraryLoadData", "cuLibraryLoadData", Until::kLoaded, kNone, kNone},
    {"cuLibraryGetKernel", "cuLibraryGetKernel", Until::kLoaded, kNone, kNone},
    {"cuLibraryGetModule", "cuLibraryGetModule", Until::kLoaded, kNone, kNone},
    {"cuKernelGetFunction", "cuKernelGetFunction", Until::kLoaded, kNone, kNone},
    {"cuKernelGetAttribute", "cuKernelGetAttribute", Until::kLoaded, kNone, kNone},
    {"cuKernelSetAttribute", "cuKernelSetAttribute", Until::kLoaded, kNone, kNone},
    {"cuFuncLoad", "cuFuncLoad", Until::kLoaded, kNone, kNone},
    {"cuFuncGetAttribute", "cuFuncGetAttribute", Until::kLoaded, kNone, kNone},
    {"cuFuncSetAttribute", "cuFuncSetAttribute", Until::kLoaded, kNone, kNone},
    {"cuOccupancyMaxActiveBlocksPerMultiprocessor", "cuOccupancyMaxActiveBlocksPerMultiprocessor",
     Until::kLoaded, kNone, kNone},
    {"cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
     "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", Until::kLoaded, kNone, kNone},
};
inline constexpr std::size_t kMostArguments = 11;

// The beginning of CUlaunchConfig (cuda.h).
struct LaunchConfig {
  unsigned grid[3], block[3], shared_bytes;
  Stream stream;
};

// Returns the row with this name for cuGetProcAddress().
constexpr std::size_t row_of(std::string_view name) {
  std::size_t row = 0;
  while (kRows[row].name != name) ++row;
  return row;
}

}  // namespace gridlock::device

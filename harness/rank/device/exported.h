// The functions of CUDA's runtime and of NCCL that the library replaces. Handles are pointers here,
// and enumerations are ints, so that the library needs no headers of CUDA or NCCL. Where these are
// installed, signatures_test.cc compares the signatures.
#pragma once

#include <cstddef>

#include "harness/rank/device/driver.h"

namespace gridlock::device {

using Event = void*;
using Communicator = void*;

// X(name, (types of the arguments))
#define GRIDLOCK_CUDA(X)                                                                        \
  X(cudaStreamSynchronize, (Stream))                                                            \
  X(cudaEventSynchronize, (Event))                                                              \
  X(cudaDeviceSynchronize, ())                                                                  \
  X(cudaMemcpyAsync, (void*, const void*, std::size_t, int, Stream))                            \
  X(cudaMemcpy, (void*, const void*, std::size_t, int))                                         \
  X(cudaLaunchHostFunc, (Stream, void (*)(void*), void*))                                       \
  X(cudaStreamAddCallback, (Stream, void (*)(Stream, int, void*), void*, unsigned))             \
  X(cudaEventRecord, (Event, Stream))                                                           \
  X(cudaEventRecordWithFlags, (Event, Stream, unsigned))                                        \
  X(cudaStreamWaitEvent, (Stream, Event, unsigned))                                             \
  X(cudaEventDestroy, (Event))                                                                  \
  X(cudaStreamDestroy, (Stream))                                                                \
  X(cudaStreamBeginCapture, (Stream, int))                                                      \
  X(cudaStreamBeginCaptureToGraph, (Stream, void*, const void*, const void*, std::size_t, int)) \
  X(cudaStreamEndCapture, (Stream, void**))                                                     \
  X(cudaGraphInstantiateWithFlags, (void**, void*, unsigned long long))                         \
  X(cudaGraphInstantiateWithParams, (void**, void*, void*))                                     \
  X(cudaGraphLaunch, (void*, Stream))                                                           \
  X(cudaGraphDestroy, (void*))                                                                  \
  X(cudaGraphExecDestroy, (void*))

// Variants for programs in which stream 0 is the default stream of the calling thread.
#define GRIDLOCK_CUDA_PER_THREAD(X)        \
  X(cudaStreamSynchronize_ptsz, (Stream))  \
  X(cudaEventRecord_ptsz, (Event, Stream)) \
  X(cudaStreamWaitEvent_ptsz, (Stream, Event, unsigned))

// CUDA 11 and 12 have different third arguments, and CUDA 11 has two more.
#define GRIDLOCK_CUDA_VARYING(X) X(cudaGraphInstantiate, (void**, void*, void*, void*, void*))

#define GRIDLOCK_NCCL(X)                                                                  \
  X(ncclAllReduce, (const void*, void*, std::size_t, int, int, Communicator, Stream))     \
  X(ncclBroadcast, (const void*, void*, std::size_t, int, int, Communicator, Stream))     \
  X(ncclBcast, (void*, std::size_t, int, int, Communicator, Stream))                      \
  X(ncclReduce, (const void*, void*, std::size_t, int, int, int, Communicator, Stream))   \
  X(ncclAllGather, (const void*, void*, std::size_t, int, Communicator, Stream))          \
  X(ncclReduceScatter, (const void*, void*, std::size_t, int, int, Communicator, Stream)) \
  X(ncclSend, (const void*, std::size_t, int, int, Communicator, Stream))                 \
  X(ncclRecv, (void*, std::size_t, int, int, Communicator, Stream))

#define GRIDLOCK_NCCL_2_28(X)                                                      \
  X(ncclAlltoAll, (const void*, void*, std::size_t, int, Communicator, Stream))    \
  X(ncclGather, (const void*, void*, std::size_t, int, int, Communicator, Stream)) \
  X(ncclScatter, (const void*, void*, std::size_t, int, int, Communicator, Stream))

#define GRIDLOCK_NCCL_2_29(X)                                                                   \
  X(ncclPutSignal, (const void*, std::size_t, int, int, void*, std::size_t, int, int, unsigned, \
                    Communicator, Stream))                                                      \
  X(ncclSignal, (int, int, int, unsigned, Communicator, Stream))                                \
  X(ncclWaitSignal, (int, void*, Communicator, Stream))

#define GRIDLOCK_NCCL_2_31(X)                                                                      \
  X(ncclAllReduceConfig,                                                                           \
    (const void*, void*, std::size_t, int, int, Communicator, Stream, const void*))                \
  X(ncclBroadcastConfig,                                                                           \
    (const void*, void*, std::size_t, int, int, Communicator, Stream, const void*))                \
  X(ncclReduceConfig,                                                                              \
    (const void*, void*, std::size_t, int, int, int, Communicator, Stream, const void*))           \
  X(ncclAllGatherConfig,                                                                           \
    (const void*, void*, std::size_t, int, Communicator, Stream, const void*))                     \
  X(ncclReduceScatterConfig,                                                                       \
    (const void*, void*, std::size_t, int, int, Communicator, Stream, const void*))                \
  X(ncclAlltoAllConfig, (const void*, void*, std::size_t, int, Communicator, Stream, const void*)) \
  X(ncclGatherConfig,                                                                              \
    (const void*, void*, std::size_t, int, int, Communicator, Stream, const void*))                \
  X(ncclScatterConfig,                                                                             \
    (const void*, void*, std::size_t, int, int, Communicator, Stream, const void*))

// Each function is known to the linker by its own name.
namespace exported {
#define GRIDLOCK_DECLARE(name, parameters) \
  __attribute__((visibility("default"))) int name parameters asm(#name);
GRIDLOCK_CUDA(GRIDLOCK_DECLARE)
GRIDLOCK_CUDA_PER_THREAD(GRIDLOCK_DECLARE)
GRIDLOCK_CUDA_VARYING(GRIDLOCK_DECLARE)
GRIDLOCK_NCCL(GRIDLOCK_DECLARE)
GRIDLOCK_NCCL_2_28(GRIDLOCK_DECLARE)
GRIDLOCK_NCCL_2_29(GRIDLOCK_DECLARE)
GRIDLOCK_NCCL_2_31(GRIDLOCK_DECLARE)
#undef GRIDLOCK_DECLARE
}  // namespace exported

}  // namespace gridlock::device

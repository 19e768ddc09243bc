// Compares, at compile time, the signatures of the functions that gridlock_device.so replaces with
// the installed headers of CUDA and NCCL.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <nccl.h>

#include <cstddef>
#include <tuple>
#include <type_traits>

#include "harness/rank/device/exported.h"
#include "harness/rank/device/rows.h"

namespace gridlock::device {
namespace {

template <typename Function>
struct Arguments;
template <typename Result, typename... Types>
struct Arguments<Result (*)(Types...)> {
  using As = std::tuple<Types...>;
  static constexpr std::size_t kCount = sizeof...(Types);
};

// Whether both types are passed in the same way: both are pointers, or both are integers or
// enumerations of one size.
template <typename A, typename B>
constexpr bool kSame = std::is_pointer_v<A> == std::is_pointer_v<B> && sizeof(A) == sizeof(B) &&
                       !std::is_floating_point_v<A> && !std::is_class_v<A>;

template <typename... A, typename... B>
constexpr bool same_types(std::tuple<A...>*, std::tuple<B...>*) {
  return (kSame<A, B> && ...);
}

template <typename Real, typename Ours>
constexpr bool same(Real, Ours) {
  if constexpr (Arguments<Real>::kCount != Arguments<Ours>::kCount) {
    return false;
  } else {
    return same_types(static_cast<typename Arguments<Real>::As*>(nullptr),
                      static_cast<typename Arguments<Ours>::As*>(nullptr));
  }
}

#define SAME(name, parameters) static_assert(same(&::name, &exported::name), #name);
GRIDLOCK_CUDA(SAME)
GRIDLOCK_NCCL(SAME)
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 28, 0)
GRIDLOCK_NCCL_2_28(SAME)
#endif
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 29, 0)
GRIDLOCK_NCCL_2_29(SAME)
#endif
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 31, 0)
GRIDLOCK_NCCL_2_31(SAME)
#endif

// Whether argument `index` of the function has one of the types. kNone: no argument has.
template <typename Function, int kIndex, typename... Wanted>
constexpr bool has() {
  using As = typename Arguments<Function>::As;
  if constexpr (kIndex < 0) {
    return true;
  } else {
    return (std::is_same_v<std::tuple_element_t<kIndex, As>, Wanted> || ...);
  }
}

template <typename Function, std::size_t kRow>
constexpr bool fits(Function) {
  return Arguments<Function>::kCount <= kMostArguments &&
         has<Function, kRows[kRow].stream, CUstream, CUevent>() &&
         has<Function, kRows[kRow].function, CUfunction, CUgraphExec>();
}

#define FITS(name) static_assert(fits<decltype(&::name), row_of(#name)>(&::name), #name);
FITS(cuLaunchKernel)
FITS(cuLaunchCooperativeKernel)
FITS(cuLaunchKernelEx)
FITS(cuGraphLaunch)
FITS(cuLaunchHostFunc)
FITS(cuMemsetD8Async)
FITS(cuMemsetD16Async)
FITS(cuMemsetD32Async)
FITS(cuMemsetD2D8Async)
FITS(cuMemsetD2D32Async)
FITS(cuMemcpyAsync)
FITS(cuMemcpyHtoDAsync)
FITS(cuMemcpyDtoHAsync)
FITS(cuMemcpyDtoDAsync)
FITS(cuMemcpyPeerAsync)
FITS(cuMemcpy2DAsync)
FITS(cuMemcpy3DAsync)
FITS(cuMemcpyDtoH)
FITS(cuStreamSynchronize)
FITS(cuEventSynchronize)
FITS(cuCtxSynchronize)
FITS(cuMemFree)
FITS(cuMemFreeHost)
FITS(cuMemHostUnregister)
FITS(cuModuleLoadData)
FITS(cuModuleLoadDataEx)
FITS(cuModuleLoadFatBinary)
FITS(cuModuleGetFunction)
FITS(cuModuleUnload)
FITS(cuLibraryUnload)
FITS(cuLibraryLoadData)
FITS(cuLibraryGetKernel)
FITS(cuLibraryGetModule)
FITS(cuKernelGetFunction)
FITS(cuKernelGetAttribute)
FITS(cuKernelSetAttribute)
FITS(cuFuncLoad)
FITS(cuFuncGetAttribute)
FITS(cuFuncSetAttribute)
FITS(cuOccupancyMaxActiveBlocksPerMultiprocessor)
FITS(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
static_assert(offsetof(LaunchConfig, stream) == offsetof(CUlaunchConfig, hStream));

TEST(Signatures, AreThoseOfTheInstalledHeaders) {}  // the compiler has compared them

}  // namespace
}  // namespace gridlock::device

// Replaces the ways in which programs find the functions of CUDA's driver (libcuda.so), so that
// they find those that count calls (driver.h): dlsym(), cuGetProcAddress(), and the dynamic linker.
#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <string_view>

#include "harness/rank/device/driver.h"

namespace gridlock::device {
namespace {

// cuGetProcAddress() has a fifth argument since CUDA 12, as cuGetProcAddress_v2().
template <int kVersion>
struct GetProcAddress {
  static constexpr std::uint64_t kPerThread = 2;  // CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM
  static inline constinit std::atomic<void*> real = nullptr;
  static int call(const char* name, void** function, int version, std::uint64_t flags, void* found);
};

constexpr int kCuda12 = 12000;

void* replace_get_proc_address(int version, void* real) {
  if (version < 2) {
    GetProcAddress<1>::real = real;
    return reinterpret_cast<void*>(&GetProcAddress<1>::call);
  }
  GetProcAddress<2>::real = real;
  return reinterpret_cast<void*>(&GetProcAddress<2>::call);
}

template <int kVersion>
int GetProcAddress<kVersion>::call(const char* name, void** function, int version,
                                   std::uint64_t flags, void* found) {
  const int result =
      reinterpret_cast<decltype(&call)>(real.load())(name, function, version, flags, found);
  if (result != 0 || name == nullptr || function == nullptr || *function == nullptr) return result;
  const std::string_view wanted = name;
  if (wanted == "cuGetProcAddress") {
    *function = replace_get_proc_address(version >= kCuda12 ? 2 : 1, *function);
  }
  *function = counted_proc(wanted, (flags & kPerThread) != 0, *function);
  return result;
}

// Returns what dlsym() returns for a function of the driver, of which `real` is the address.
void* replace_symbol(std::string_view symbol, void* real) {
  if (symbol == "cuGetProcAddress") return replace_get_proc_address(1, real);
  if (symbol == "cuGetProcAddress_v2") return replace_get_proc_address(2, real);
  return counted_symbol(symbol, real);
}

using Dlsym = void* (*)(void*, const char*);

// Returns the C library's dlsym().
Dlsym real_dlsym() {
  static constinit std::atomic<void*> known = nullptr;
  if (known == nullptr) {
    for (const char* version : {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5"}) {
      if (void* found = dlvsym(RTLD_NEXT, "dlsym", version)) known = found;
      if (known != nullptr) break;
    }
  }
  return reinterpret_cast<Dlsym>(known.load());
}

void* replacing_dlsym(void* library, const char* symbol) {
  void* const found = real_dlsym()(library, symbol);
  return found == nullptr ? nullptr : replace_symbol(symbol, found);
}

}  // namespace

}  // namespace gridlock::device

// Returns the function that executes dlsym(library, symbol). dlsym() below jumps to it, so that the
// C library sees the caller's address, on which RTLD_NEXT and RTLD_DEFAULT depend.
extern "C" __attribute__((used, visibility("hidden"))) gridlock::device::Dlsym gridlock_dlsym_for(
    void* library, const char* symbol) {
  using namespace gridlock::device;
  const bool is_driver = symbol != nullptr && symbol[0] == 'c' && symbol[1] == 'u';
  const bool of_library = library != RTLD_NEXT && library != RTLD_DEFAULT;
  return is_driver && of_library ? replacing_dlsym : real_dlsym();
}

#if defined(__x86_64__)
asm(R"(
  .text
  .globl dlsym
  .type dlsym, @function
dlsym:
  .cfi_startproc
  pushq %rdi
  .cfi_adjust_cfa_offset 8
  pushq %rsi
  .cfi_adjust_cfa_offset 8
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  call gridlock_dlsym_for
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  popq %rsi
  .cfi_adjust_cfa_offset -8
  popq %rdi
  .cfi_adjust_cfa_offset -8
  jmpq *%rax
  .cfi_endproc
  .size dlsym, .-dlsym
)");
#elif defined(__aarch64__)
asm(R"(
  .text
  .globl dlsym
  .type dlsym, %function
dlsym:
  stp x29, x30, [sp, #-32]!
  stp x0, x1, [sp, #16]
  bl gridlock_dlsym_for
  mov x16, x0
  ldp x0, x1, [sp, #16]
  ldp x29, x30, [sp], #32
  br x16
  .size dlsym, .-dlsym
)");
#endif

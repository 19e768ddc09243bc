#include "harness/rank/probe/births.h"

#include <dlfcn.h>

#include <cstdint>

#include "harness/rank/probe/recorder.h"
#include "harness/rank/threads/births.h"

namespace gridlock::probe {
namespace {

constexpr threads::Listener kListener = {
    .born =
        [](int thread, const char* origin) {
          if (trace::RingWriter* ring = writer()) {
            ring->thread_born(static_cast<std::uint64_t>(thread), origin);
          }
        },
    .gone =
        [](int thread) {
          if (trace::RingWriter* ring = writer()) {
            ring->thread_gone(static_cast<std::uint64_t>(thread));
          }
        },
};

}  // namespace

void watch_threads() {
  const auto* library =
      static_cast<const threads::Library*>(dlsym(RTLD_DEFAULT, threads::kLibrary));
  if (library != nullptr) library->listen(&kListener);
}

}  // namespace gridlock::probe

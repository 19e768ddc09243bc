#include "harness/rank/probe/thread_origins.h"

#include <dlfcn.h>

#include <cstdint>

#include "harness/rank/probe/recorder.h"
#include "harness/rank/threads/thread_origins.h"

namespace gridlock::probe {
namespace {

constexpr threads::Listener kListener = {
    .started =
        [](int thread, const char* origin) {
          if (trace::RingWriter* ring = writer()) {
            ring->thread_started(static_cast<std::uint64_t>(thread), origin);
          }
        },
    .ended =
        [](int thread) {
          if (trace::RingWriter* ring = writer()) {
            ring->thread_ended(static_cast<std::uint64_t>(thread));
          }
        },
};

}  // namespace

void record_thread_origins() {
  const auto* library =
      static_cast<const threads::Library*>(dlsym(RTLD_DEFAULT, threads::kLibrary));
  if (library != nullptr) library->listen(&kListener);
}

}  // namespace gridlock::probe

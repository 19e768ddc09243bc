// A library whose constructor waits for a thread, while the loader holds its lock. The thread runs a
// function of the test.
#include <dlfcn.h>
#include <pthread.h>

namespace {

__attribute__((constructor)) void start_and_join() {
  using Routine = void* (*)(void*);
  const auto routine = reinterpret_cast<Routine>(dlsym(RTLD_DEFAULT, "gridlock_test_routine"));
  pthread_t thread;
  if (pthread_create(&thread, nullptr, routine, nullptr) == 0) pthread_join(thread, nullptr);
}

}  // namespace

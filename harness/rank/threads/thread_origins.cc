// The library lib/gridlock_threads.so. Every process of a job loads it, together with arbitrary
// other libraries. Therefore it needs only the C library and takes no lock of its own. It never
// looks up a symbol in a new thread, because a library's constructor that waits for the thread may
// hold the loader's lock.
#include "harness/rank/threads/thread_origins.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "harness/rank/threads/loaded_objects.h"

namespace {

using gridlock::threads::kOriginBytes;
using gridlock::threads::Library;
using gridlock::threads::Listener;
using gridlock::threads::path_of;

using Routine = void* (*)(void*);

constexpr unsigned kSlots = 1024;  // threads at the same time; any more have no known origin
constexpr char kStdThread[] = "libstdc++";
// Prefix of the mangled type of the object that a std::thread of libstdc++ runs.
constexpr char kPrefix[] = "NSt6thread11_State_implINS_8_InvokerISt5tupleIJ";

struct Slot {
  std::atomic<int> thread;  // 0 = free
  char origin[kOriginBytes];
};
Slot slots[kSlots];
std::atomic<const Listener*> listener;
pthread_key_t slot_of_thread;
std::atomic<bool> has_key;

struct Start {
  Routine routine;
  void* argument;
};

void copy(char (&to)[kOriginBytes], const char* from) {
  strncpy(to, from, kOriginBytes - 1);
  to[kOriginBytes - 1] = '\0';
}

// Returns the file name of a library, or "" for the program and for unknown code.
const char* name_of(const char* path) {
  if (path == nullptr) return "";
  const char* slash = strrchr(path, '/');
  return slash != nullptr ? slash + 1 : path;
}

// Returns the mangled name of the object's type, by the Itanium C++ ABI. An object with virtual
// functions begins with a pointer to its virtual table. The word before the table points to the
// type. The second word of the type points to its name.
const char* type_of(const void* object) {
  const auto* const* functions = *static_cast<const void* const* const*>(object);
  const auto* type = static_cast<const char* const*>(functions[-1]);
  const char* name = type[1];
  return *name == '*' ? name + 1 : name;
}

// The argument of CPython's only start routine for threads: a function in C and its argument
// (PyThread_start_new_thread in Python/thread_pthread.h, 3.7 to 3.14).
struct PythonStart {
  void (*function)(void*);
  void* argument;
};

bool is_python(const char* path) {
  const char* library = name_of(path);
  if (path != nullptr && *library == '\0') library = program_invocation_short_name;
  return strncmp(library, "libpython", 9) == 0 || strncmp(library, "python", 6) == 0;
}

// Returns whether the thread is the watchdog of faulthandler.dump_traceback_later(). Its function
// has no argument. In all other threads that CPython starts, the argument is the Python object that
// the thread runs.
bool is_watchdog(const Start& start, const char* path) {
  if (!is_python(path) || start.argument == nullptr) return false;
  const auto* python = static_cast<const PythonStart*>(start.argument);
  const auto* code = reinterpret_cast<const void*>(python->function);
  return python->argument == nullptr && path_of(code) == path;
}

void find_origin(const Start& start, char (&origin)[kOriginBytes]) {
  const char* path = path_of(reinterpret_cast<const void*>(start.routine));
  const char* library = name_of(path);
  if (is_watchdog(start, path)) return copy(origin, gridlock::threads::kWatchdog);
  if (strncmp(library, kStdThread, sizeof kStdThread - 1) != 0) return copy(origin, library);
  const char* type = type_of(start.argument);
  const bool usual = strncmp(type, kPrefix, sizeof kPrefix - 1) == 0;
  copy(origin, usual ? type + sizeof kPrefix - 1 : type);
}

int this_thread() {
  return static_cast<int>(syscall(SYS_gettid));
}

void begin(const Start& start) {
  if (!has_key) return;
  for (Slot& slot : slots) {
    int free = 0;
    if (!slot.thread.compare_exchange_strong(free, -1)) continue;
    find_origin(start, slot.origin);
    const int thread = this_thread();
    slot.thread = thread;
    pthread_setspecific(slot_of_thread, &slot);
    if (const Listener* active = listener) active->started(thread, slot.origin);
    return;
  }
}

void end(void* slot_pointer) {
  auto* slot = static_cast<Slot*>(slot_pointer);
  const int thread = this_thread();
  if (slot->thread != thread) return;  // after a fork, the slot belongs to the parent process
  if (const Listener* active = listener) active->ended(thread);
  slot->thread = 0;
}

void* run(void* start_pointer) {
  const Start start = *static_cast<Start*>(start_pointer);
  free(start_pointer);
  begin(start);
  return start.routine(start.argument);
}

void listen(const Listener* active) {
  listener = active;
  for (Slot& slot : slots) {
    const int thread = slot.thread;
    if (thread <= 0) continue;
    active->started(thread, slot.origin);
    if (slot.thread != thread) active->ended(thread);  // the thread has ended meanwhile
  }
}

// Forgets all other threads in the child of a fork: the child has only one thread.
void forget() {
  listener = nullptr;
  for (Slot& slot : slots) slot.thread = 0;
}

__attribute__((constructor)) void prepare() {
  has_key = pthread_key_create(&slot_of_thread, end) == 0;
  pthread_atfork(nullptr, nullptr, forget);
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

extern "C" {
__attribute__((visibility("default"))) extern const Library gridlock_threads_library;
const Library gridlock_threads_library = {listen};
}

EXPORTED int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, Routine routine,
                            void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, Routine, void*);
  static std::atomic<Create> real;
  if (real == nullptr) real = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  auto* start = static_cast<Start*>(malloc(sizeof(Start)));
  if (start == nullptr) return real.load()(thread, attributes, routine, argument);
  *start = {routine, argument};
  const int error = real.load()(thread, attributes, run, start);
  if (error != 0) free(start);
  return error;
}

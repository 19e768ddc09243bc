#include "harness/diagnosis/activity.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "harness/diagnosis/origin.h"

namespace gridlock::diagnosis {
namespace {

struct Activity {
  std::string_view file;  // suffix of the path; "" for a native frame
  // Whole name of a native function, or suffix of the name of a Python function.
  std::string_view function;
  std::string_view words;
};

constexpr std::array kActivities = std::to_array<Activity>({
    {"subprocess.py", "", "waits for a child process"},
    {"multiprocessing/popen_fork.py", "", "waits for a child process"},
    {"multiprocessing/connection.py", "", "waits for data from another process"},
    {"threading.py", "join", "waits for another thread to end"},
    {"threading.py", "wait", "waits for another thread"},
    {"queue.py", "get", "waits for another thread"},
    {"selectors.py", "select", "waits for a descriptor"},
    {"socket.py", "", "waits for the network"},
    {"ssl.py", "", "waits for the network"},
    {"", "clock_nanosleep", "sleeps"},
    {"", "nanosleep", "sleeps"},
    {"", "__nanosleep", "sleeps"},
    {"", "wait4", "waits for a child process"},
    {"", "waitpid", "waits for a child process"},
    {"", "__wait4", "waits for a child process"},
    {"", "read", "reads from a file or pipe"},
    {"", "__read", "reads from a file or pipe"},
    {"", "__libc_read", "reads from a file or pipe"},
    {"", "pread64", "reads from a file"},
    {"", "write", "writes to a file or pipe"},
    {"", "__libc_write", "writes to a file or pipe"},
    {"", "fsync", "writes to a file"},
    {"", "flock", "waits for a lock on a file"},
    {"", "fcntl", "waits for a lock on a file"},
    {"", "poll", "waits for a descriptor"},
    {"", "__poll", "waits for a descriptor"},
    {"", "select", "waits for a descriptor"},
    {"", "epoll_wait", "waits for a descriptor"},
    {"", "connect", "connects to the network"},
    {"", "recv", "waits for the network"},
    {"", "cuStreamSynchronize", "waits for the GPU"},
    {"", "cuCtxSynchronize", "waits for the GPU"},
    {"", "cudaStreamSynchronize", "waits for the GPU"},
    {"", "cudaDeviceSynchronize", "waits for the GPU"},
    {"", "pthread_mutex_lock", "waits for a lock"},
    {"", "__lll_lock_wait", "waits for a lock"},
    {"", "sem_wait", "waits for a lock or another thread"},
    {"", "pthread_cond_wait", "waits for another thread"},
});

bool fits(const Activity& row, const Frame& frame) {
  if (row.file.empty())
    return frame.function == row.function && origin_of(frame) == Origin::kNative;
  return frame.file.ends_with(row.file) && frame.function.ends_with(row.function);
}

bool tells_more(const Frame& frame) {
  const Origin origin = origin_of(frame);
  return origin == Origin::kNative || origin == Origin::kStandard;
}

}  // namespace

std::string activity(const ThreadStack& thread) {
  std::string_view words;
  // The loop goes outward from the innermost frame. A match in an outer frame replaces an earlier
  // match further inside, because a frame of Python's library is more specific than the C code that
  // it calls.
  for (auto frame = thread.frames.rbegin(); frame != thread.frames.rend(); ++frame) {
    if (!tells_more(*frame)) break;
    const auto row =
        std::ranges::find_if(kActivities, [&](const Activity& r) { return fits(r, *frame); });
    if (row != kActivities.end()) words = row->words;
  }
  if (!words.empty()) return std::string(words);
  return thread.active ? kComputes : "";
}

}  // namespace gridlock::diagnosis

#include "harness/workspace/signals.h"

#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "harness/process/exit_code.h"
#include "harness/process/process_tree.h"
#include "harness/process/signals.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::workspace {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
// A signal this soon after the first one is the same one. Programs such as timeout(1) send a
// signal to a process and to its group.
constexpr std::int64_t kSameNanoseconds = 250'000'000;
constexpr auto kGlance = std::chrono::milliseconds(50);
// Limit for ending at once. Longer than processes may take to die (process::kSecondsToDie).
constexpr unsigned kSecondsToEnd = 15;

volatile std::sig_atomic_t stop_signal = 0;
std::atomic<std::int64_t> first_signal_at{0};
std::atomic<int> wake_fd{-1};
std::atomic<bool> ending{false};
std::atomic<bool> main_thread_stands{false};
std::atomic<const char*> stopping{nullptr};  // Stopping's `doing`, while there is one
pthread_t main_thread;
std::set<pid_t> others;  // children that this process had before Signals; a shell may start them
std::array<struct sigaction, kSignals.size()> usual_handling;

std::int64_t now_in_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

void handle(int number) {
  const int error = errno;
  while (ending && pthread_equal(pthread_self(), main_thread) != 0) {
    main_thread_stands = true;
    pause();
  }
  if (stop_signal == 0) {
    first_signal_at = now_in_nanoseconds();
    stop_signal = number;
  } else if (now_in_nanoseconds() - first_signal_at > kSameNanoseconds) {
    stop_signal = stop_signal | process::kAtOnce;
  }
  const std::uint64_t one = 1;
  (void)!write(wake_fd, &one, sizeof one);
  errno = error;
}

// Writes the text if this is possible at once: a terminal or a pipe may be stuck.
void say(int fd, const std::string& text) {
  pollfd writable{fd, POLLOUT, 0};
  if (poll(&writable, 1, 0) == 1) (void)!write(fd, text.data(), text.size());
}

// Stops the main thread, which would go on with what is left after its processes are killed.
void stop_main_thread() {
  ending = true;
  pthread_kill(main_thread, SIGTERM);
  const auto end = Clock::now() + kGlance;
  while (!main_thread_stands && Clock::now() < end) std::this_thread::yield();
}

[[noreturn]] void end_at_once(const std::string& why) {
  // The main thread may stand where it holds a lock that this thread needs.
  signal(SIGALRM, [](int) { _exit(process::kInterrupted); });
  alarm(kSecondsToEnd);
  stop_main_thread();
  process::become_subreaper();
  process::kill_descendants(process::system_table(), getpid(), process::kSecondsToDie, others);
  process::remove_temporary_folders();
  if (isatty(STDOUT_FILENO) != 0) say(STDOUT_FILENO, "\x1b[?25h");  // shows the cursor
  say(STDERR_FILENO, "gridlock: " + why + "\n");
  _exit(process::kInterrupted);
}

class Watch {
 public:
  explicit Watch(std::chrono::seconds longest_stop)
      : longest_stop_(static_cast<double>(longest_stop.count())) {}

  // Acts on the signals that have arrived so far.
  void look() {
    const int number = stop_signal;
    const char* doing = stopping;
    if (number == 0) said_ = false;
    if (number == 0 || (doing != nullptr && *doing == '\0')) return;
    if (doing == nullptr || (number & process::kAtOnce) != 0) end_at_once("interrupted");
    if (!std::exchange(said_, true)) say(STDERR_FILENO, announcement(doing));
    if (seconds_since_signal() >= longest_stop_)
      end_at_once("interrupted; ended before all was stopped");
  }

  // Returns the time until look() must be called without a signal. -1 means never.
  static int milliseconds() { return stop_signal == 0 ? -1 : 200; }

 private:
  std::string announcement(const char* doing) const {
    return fmt::format(
        "gridlock: interrupted: {} (at most {:g} s; a second signal ends gridlock at once)\n",
        doing, longest_stop_);
  }

  static double seconds_since_signal() {
    return static_cast<double>(now_in_nanoseconds() - first_signal_at) / 1e9;
  }

  double longest_stop_;
  bool said_ = false;
};

void watch(int wake, Watch watch, const std::stop_token& done) {
  while (!done.stop_requested()) {
    pollfd wait{wake, POLLIN, 0};
    poll(&wait, 1, Watch::milliseconds());
    std::uint64_t number = 0;
    if (wait.revents != 0) (void)!read(wake, &number, sizeof number);
    if (!done.stop_requested()) watch.look();
  }
}

// Handles the signals. SIGHUP stays ignored below nohup(1). System calls are restarted, so that
// none fails because of a signal.
void handle_signals() {
  struct sigaction action {};
  action.sa_handler = handle;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &usual_handling[i]);
    const bool is_ignored = kSignals[i] == SIGHUP && usual_handling[i].sa_handler == SIG_IGN;
    if (!is_ignored) sigaction(kSignals[i], &action, nullptr);
  }
}

void handle_signals_as_before() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    sigaction(kSignals[i], &usual_handling[i], nullptr);
}

std::set<pid_t> own_children() {
  std::ifstream file("/proc/self/task/" + std::to_string(getpid()) + "/children");
  return {std::istream_iterator<pid_t>(file), {}};
}

// Starts a thread that receives no signal, so that signals interrupt what the main thread does.
std::jthread start_without_signals(int wake, Watch looks) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::jthread thread([wake, looks](const std::stop_token& done) { watch(wake, looks, done); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace

Signals::Signals(std::chrono::seconds longest_stop)
    : wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!wake_) throw std::system_error(errno, std::generic_category(), "eventfd");
  main_thread = pthread_self();
  others = own_children();
  stop_signal = 0;
  wake_fd = wake_.get();
  watching_ = start_without_signals(wake_.get(), Watch(longest_stop));
  handle_signals();
}

Signals::~Signals() {
  handle_signals_as_before();
  watching_.request_stop();
  const std::uint64_t one = 1;
  (void)!write(wake_.get(), &one, sizeof one);
  watching_.join();
  wake_fd = -1;
}

Stopping::Stopping(const char* doing) {
  stopping = doing;
}

// After a signal, the program still reports what the work has found.
Stopping::~Stopping() {
  if (stop_signal == 0) stopping = nullptr;
}

const volatile std::sig_atomic_t& Stopping::signal() const {
  return stop_signal;
}

void Stopping::check() const {
  if (requested()) throw Interrupted{};
}

void forget_signal() {
  stop_signal = 0;
}

void until_interrupted(const char* doing, const std::function<void(std::stop_token)>& work) {
  const Stopping interrupted(doing);
  std::stop_source stop;
  const std::jthread forwarding([&](const std::stop_token& done) {
    while (!done.stop_requested() && !interrupted.requested()) std::this_thread::sleep_for(kGlance);
    if (interrupted.requested()) stop.request_stop();
  });
  work(stop.get_token());
}

}  // namespace gridlock::workspace

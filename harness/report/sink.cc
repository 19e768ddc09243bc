#include "harness/report/sink.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace gridlock::report {
namespace {

constexpr int kDefaultWidth = 100;
constexpr int kTickMs = 100;

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

bool is_dumb() {
  const char* term = std::getenv("TERM");
  return !term || std::strcmp(term, "dumb") == 0;
}

}  // namespace

FdSink::FdSink(int fd, std::function<bool()> gives_up, std::chrono::milliseconds patience)
    : fd_(fd),
      terminal_(isatty(fd) != 0 && !is_dumb()),
      color_(terminal_ && !is_set("NO_COLOR")),
      gives_up_(std::move(gives_up)),
      ticks_left_(static_cast<int>(patience.count()) / kTickMs) {}

// Waits until a write of PIPE_BUF bytes does not block. Returns false if it gives up.
bool FdSink::is_taken() {
  pollfd writable{fd_, POLLOUT, 0};
  while (poll(&writable, 1, kTickMs) <= 0) {
    if (gives_up_() && --ticks_left_ < 0) return false;
  }
  return true;
}

void FdSink::write(std::string_view text) {
  while (!text.empty() && is_taken()) {
    const ssize_t written = ::write(fd_, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return;
    }
  }
}

int FdSink::width() const {
  winsize size{};
  if (!terminal_ || ioctl(fd_, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefaultWidth;
  return size.ws_col;
}

}  // namespace gridlock::report

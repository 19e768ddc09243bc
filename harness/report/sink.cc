#include "harness/report/sink.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace gridlock::report {
namespace {

constexpr int kDefaultWidth = 100;

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

bool is_dumb() {
  const char* term = std::getenv("TERM");
  return !term || std::strcmp(term, "dumb") == 0;
}

}  // namespace

FdSink::FdSink(int fd)
    : fd_(fd), terminal_(isatty(fd) != 0 && !is_dumb()), color_(terminal_ && !is_set("NO_COLOR")) {}

void FdSink::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd_, text.data(), text.size());
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

#include "harness/process/log.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace gridlock::process {
namespace {

constexpr off_t kKept = 256 << 10;

// Returns the text of the log after the offset `seen`, but at most the last kKept bytes, and the
// offset of the returned text.
std::pair<std::string, off_t> read_after(int log, off_t seen) {
  struct stat info {};
  if (fstat(log, &info) != 0 || info.st_size <= seen) return {"", seen};
  const off_t begin = std::max(seen, info.st_size - kKept);
  std::string text(static_cast<std::size_t>(info.st_size - begin), '\0');
  const ssize_t got = pread(log, text.data(), text.size(), begin);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return {text, begin};
}

}  // namespace

Fd make_log() {
  Fd log(memfd_create("gridlock-log", MFD_CLOEXEC));
  if (!log) throw std::system_error(errno, std::generic_category(), "creating a log");
  fcntl(log.get(), F_SETFL, O_APPEND);
  return log;
}

std::string read_log(int log) {
  return read_after(log, 0).first;
}

std::string new_lines(int log, off_t& seen, bool unfinished) {
  auto [text, begin] = read_after(log, seen);
  if (!unfinished) text.resize(text.rfind('\n') + 1);  // no line break: npos + 1 is 0
  if (!text.empty()) seen = begin + static_cast<off_t>(text.size());
  return text;
}

void clear_log(int log) {
  (void)!ftruncate(log, 0);
}

}  // namespace gridlock::process

#include "harness/process/log.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace gridlock::process {
namespace {

constexpr off_t kKept = 256 << 10;

}  // namespace

Fd make_log() {
  Fd log(memfd_create("gridlock-log", MFD_CLOEXEC));
  if (!log) throw std::system_error(errno, std::generic_category(), "making a log");
  fcntl(log.get(), F_SETFL, O_APPEND);
  return log;
}

std::string read_log(int log) {
  struct stat info {};
  if (fstat(log, &info) != 0) return "";
  const off_t begin = std::max<off_t>(0, info.st_size - kKept);
  std::string text(static_cast<std::size_t>(info.st_size - begin), '\0');
  const ssize_t got = pread(log, text.data(), text.size(), begin);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

void clear_log(int log) {
  (void)!ftruncate(log, 0);
}

}  // namespace gridlock::process

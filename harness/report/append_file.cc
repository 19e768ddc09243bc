#include "harness/report/append_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace gridlock::report {

AppendFile::AppendFile(const std::filesystem::path& path) : path_(path) {
  create_parent(path);
  fd_ = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd_ < 0) throw OutputError("open", path, errno);
  struct stat status {};
  if (fstat(fd_, &status) != 0) return;
  regular_ = S_ISREG(status.st_mode);
  size_ = static_cast<std::size_t>(status.st_size);
}

AppendFile::~AppendFile() {
  close(fd_);
}

void AppendFile::lock() {
  if (flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) throw OutputError("lock", path_, errno);
  throw OutputError("cannot write " + path_.string() + ": another run of gridlock has it open");
}

void AppendFile::truncate(std::size_t size) {
  if (!regular_) return;
  cut(size);
  // Writes one byte to check for space, because some full file systems still allow a new file.
  write_all("\n");
  cut(size);
}

bool AppendFile::was_removed() const {
  struct stat status {};
  return regular_ && fstat(fd_, &status) == 0 && status.st_nlink == 0;
}

void AppendFile::append(std::string_view line) {
  if (was_removed()) throw OutputError("cannot write " + path_.string() + ": it was removed");
  std::string text(line);
  text += '\n';
  write_all(text);
  size_ += text.size();
}

void AppendFile::write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      const int error = errno;
      // Removes the written part of the line.
      if (regular_ && ftruncate(fd_, static_cast<off_t>(size_)) != 0) {
        throw OutputError("write to or repair", path_, error);
      }
      throw OutputError("write", path_, error);
    }
  }
}

void AppendFile::cut(std::size_t size) {
  if (ftruncate(fd_, static_cast<off_t>(size)) != 0) throw OutputError("truncate", path_, errno);
  size_ = size;
}

}  // namespace gridlock::report

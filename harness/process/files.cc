#include "harness/process/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <utility>

namespace gridlock::process {
namespace {

namespace fs = std::filesystem;

// Creates a file that did not exist. Fails for the name of a link, wherever the link points.
Fd create_new(const fs::path& path) {
  return Fd(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
}

// Creates a file next to `path` and stores its name in `part`. Other writers, which may run on
// other hosts, choose other names.
Fd create_beside(const fs::path& path, fs::path& part) {
  static std::atomic<unsigned> count{0};
  Fd file;
  do {
    // A name derived from that of the file could be too long.
    part = path.parent_path() /
           (".gridlock-" + std::to_string(getpid()) + "-" + std::to_string(count++) + ".part");
    file = create_new(part);
  } while (!file && errno == EEXIST);
  return file;
}

// Returns whether a file may be written although it cannot be replaced: it is a mount point, or in
// a folder in which only owners may replace files.
bool refuses_replacement(int error) {
  return error == EBUSY || error == EPERM || error == EACCES;
}

bool write_in_place(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

}  // namespace

std::string read_text(const fs::path& path) {
  // A file may open but not be readable, such as a folder, or /proc/PID/environ of a process that
  // has ended. Iterators over the buffer would then throw; inserting the buffer does not.
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

bool write_text(const fs::path& path, const std::string& text) {
  fs::path part;
  Fd file = create_beside(path, part);
  if (!file) return false;
  // Some file systems report a full disk only when the file is closed.
  const bool written = write_all(file.get(), text) && close(file.release()) == 0;
  if (written && rename(part.c_str(), path.c_str()) == 0) return true;
  const int error = errno;
  unlink(part.c_str());
  errno = error;
  return false;
}

bool replace_text(const fs::path& path, const std::string& text) {
  std::error_code none;
  const bool exists = fs::exists(path, none);
  const bool may_replace = access(fs::absolute(path).parent_path().c_str(), W_OK) == 0;
  if (fs::is_symlink(path, none) || (exists && !fs::is_regular_file(path, none)) || !may_replace)
    return write_in_place(path, text);
  if (write_text(path, text)) return true;
  return exists && refuses_replacement(errno) && write_in_place(path, text);
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool can_write(const fs::path& path) {
  std::error_code none;
  // Opening a pipe would wait for its reader, and closing it would end the reader.
  if (fs::exists(path, none)) return access(path.c_str(), W_OK) == 0;
  fs::path part;
  const Fd file = create_beside(path, part);
  if (!file) return false;
  // A full file system may still accept a new file, but no byte.
  const bool is_written = write_all(file.get(), "\n");
  const int error = errno;
  unlink(part.c_str());
  errno = error;
  return is_written;
}

Fd create_file(const fs::path& path) {
  Fd file = create_new(path);
  if (file || errno != EEXIST || unlink(path.c_str()) != 0) return file;
  return create_new(path);
}

}  // namespace gridlock::process

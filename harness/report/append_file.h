// A file to which whole lines are appended, each with one write. If the writer is killed, the file
// contains whole lines and at most one incomplete last line. Other processes can read a line as
// soon as it is written.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "harness/report/output_error.h"

namespace gridlock::report {

class AppendFile {
 public:
  // Creates missing folders and opens the file. Keeps existing contents. Throws OutputError.
  explicit AppendFile(const std::filesystem::path& path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  // Locks the file until this process ends. Throws OutputError if another process holds the lock.
  void lock();
  // Truncates a regular file to its first `size` bytes and writes to it, to check that the disk is
  // not full. Leaves other files, such as a pipe or a terminal, as they are. Throws OutputError.
  void truncate(std::size_t size);
  // Appends `line` and a newline. On failure, restores the previous end of the file and throws
  // OutputError. A file that was removed is a failure, too.
  void append(std::string_view line);

  const std::filesystem::path& path() const { return path_; }

 private:
  bool was_removed() const;
  void write_all(std::string_view text);
  void cut(std::size_t size);

  std::filesystem::path path_;
  int fd_ = -1;
  bool regular_ = false;
  std::size_t size_ = 0;
};

}  // namespace gridlock::report

// A file to which lines are appended, each with one write: a kill at any moment leaves whole lines
// and at most one incomplete last line, and other processes can read a line once it is written.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "harness/report/output_error.h"

namespace gridlock::report {

class AppendFile {
 public:
  // Creates missing folders and opens the file without changing its contents. Throws OutputError.
  explicit AppendFile(const std::filesystem::path& path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  // Locks the file for this process, until it ends; throws OutputError if another process has the
  // lock.
  void lock();
  // Cuts a regular file to its first `size` bytes, and verifies by writing that there is room for
  // more. Leaves other files (a pipe, a terminal) alone. Throws OutputError.
  void truncate(std::size_t size);
  // Appends `line` and a newline. Throws OutputError; the file then ends as before.
  void append(std::string_view line);

  const std::filesystem::path& path() const { return path_; }

 private:
  void write_all(std::string_view text);
  void cut(std::size_t size);

  std::filesystem::path path_;
  int fd_ = -1;
  bool regular_ = false;
  std::size_t size_ = 0;
};

}  // namespace gridlock::report

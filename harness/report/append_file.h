// A file that lines are appended to, each with one write, so that a kill at any moment leaves whole
// lines and at most one torn tail, and other processes read a line as soon as it is written.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "harness/report/output_error.h"

namespace gridlock::report {

class AppendFile {
 public:
  // Creates missing folders and opens the file; what is in it stays. Throws OutputError.
  explicit AppendFile(const std::filesystem::path& path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  // Takes the file for this process; throws OutputError when another one has it. Ends with the
  // process.
  void lock();
  // Cuts a regular file to its first `size` bytes, and proves by writing that there is room for
  // more. Other files (a pipe, a terminal) are left alone. Throws OutputError.
  void truncate(std::size_t size);
  // Appends `line` and a newline. Throws OutputError; the file then ends as it did before.
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

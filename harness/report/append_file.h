// A file that lines are appended to, each with one write, so that a kill at any moment leaves whole
// lines and at most one torn tail, and other processes read a line as soon as it is written.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace gridlock::report {

// A file or folder cannot be written: a full disk, no permission, no such folder. what() names the
// path and the system's reason.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  // "cannot ACTION PATH: REASON", the reason from errno.
  OutputError(std::string_view action, const std::filesystem::path& path, int error);
};

class AppendFile {
 public:
  enum class Existing { kReplace, kKeep };

  // Creates missing folders, opens the file, and proves by writing that there is room. Throws
  // OutputError.
  AppendFile(const std::filesystem::path& path, Existing existing);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  // Appends `line` and a newline. Throws OutputError; the file then ends as it did before.
  void append(std::string_view line);

  // Takes the file for this process alone; false when another one has it. Ends with the process.
  bool lock();
  // Cuts the file to its first `size` bytes.
  void truncate(std::size_t size);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int fd_ = -1;
};

}  // namespace gridlock::report

// A new folder that only this user can access. The destructor removes it and its contents.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

class TemporaryFolder {
 public:
  // Creates the folder in `parent`, or in the system's folder for temporary files. Its name
  // contains `name`. Throws std::system_error.
  explicit TemporaryFolder(const std::string& name, const std::filesystem::path& parent =
                                                        std::filesystem::temp_directory_path());
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }

 private:
  void remove();

  std::filesystem::path path_;  // empty after a move
};

// Removes all temporary folders of this process. For a process that is about to end without calling
// destructors. Another thread may be using a folder, and its files may then be left.
void remove_temporary_folders();

}  // namespace gridlock::process

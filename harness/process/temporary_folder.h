// A new folder that only this user can access, removed with its contents by the destructor.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

class TemporaryFolder {
 public:
  // Creates the folder in the system's folder for temporary files, with `name` in its name. Throws
  // std::system_error.
  explicit TemporaryFolder(const std::string& name);
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }

 private:
  void remove();

  std::filesystem::path path_;  // empty when moved from
};

}  // namespace gridlock::process

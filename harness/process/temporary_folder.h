// A new folder for this user alone, removed with everything in it when its owner goes.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

class TemporaryFolder {
 public:
  // In the system's folder for temporary files; `name` is part of its name. Throws
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

#include "harness/process/temporary_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace gridlock::process {

TemporaryFolder::TemporaryFolder(const std::string& name, const std::filesystem::path& parent) {
  const auto pattern = parent / ("gridlock-" + name + "-XXXXXX");
  std::string path = pattern;
  if (mkdtemp(path.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "creating the folder " + path);
  }
  path_ = path;
}

TemporaryFolder::~TemporaryFolder() {
  remove();
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
  if (this != &other) {
    remove();
    path_ = std::exchange(other.path_, {});
  }
  return *this;
}

void TemporaryFolder::remove() {
  std::error_code ignored;  // a process that is ending may still be creating a file in the folder
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace gridlock::process

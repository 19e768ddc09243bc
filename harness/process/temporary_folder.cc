#include "harness/process/temporary_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

namespace gridlock::process {
namespace {

// The temporary folders of this process. Never destroyed, because static objects may own a folder.
struct Folders {
  std::mutex mutex;
  std::set<std::filesystem::path> paths;
};

Folders& folders() {
  static Folders& all = *new Folders;
  return all;
}

void remove_folder(const std::filesystem::path& path) {
  std::error_code ignored;  // a process that is ending may still be creating a file in the folder
  std::filesystem::remove_all(path, ignored);
}

}  // namespace

TemporaryFolder::TemporaryFolder(const std::string& name, const std::filesystem::path& parent) {
  const auto pattern = parent / ("gridlock-" + name + "-XXXXXX");
  std::string path = pattern;
  if (mkdtemp(path.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "creating the folder " + path);
  }
  path_ = path;
  const std::lock_guard lock(folders().mutex);
  folders().paths.insert(path_);
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
  if (path_.empty()) return;
  remove_folder(path_);
  const std::lock_guard lock(folders().mutex);
  folders().paths.erase(path_);
}

void remove_temporary_folders() {
  // Another thread that is stopped may hold the lock.
  const std::unique_lock lock(folders().mutex, std::try_to_lock);
  if (!lock) return;
  for (const std::filesystem::path& path : folders().paths) remove_folder(path);
}

}  // namespace gridlock::process

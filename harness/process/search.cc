#include "harness/process/search.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace gridlock::process {

bool is_program(const std::filesystem::path& path) {
  return access(path.c_str(), X_OK) == 0;
}

std::filesystem::path find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path candidate = std::filesystem::path(folder) / name;
    if (is_program(candidate)) return candidate;
  }
  return {};
}

std::string prepended(const std::string& entry, const char* variable) {
  const char* old = std::getenv(variable);
  return old != nullptr && *old != '\0' ? entry + ":" + old : entry;
}

}  // namespace gridlock::process

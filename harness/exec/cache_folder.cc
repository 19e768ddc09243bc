#include "harness/exec/cache_folder.h"

#include <cstdlib>

namespace gridlock::exec {

namespace fs = std::filesystem;

fs::path cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache != nullptr && *cache != '\0') return fs::path(cache) / "gridlock";
  return fs::path(home != nullptr ? home : "/tmp") / ".cache" / "gridlock";
}

}  // namespace gridlock::exec

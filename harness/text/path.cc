#include "harness/text/path.h"

namespace gridlock::text {

std::string shown_path(const std::filesystem::path& path) {
  const std::string near = std::filesystem::proximate(path).string();
  return near.starts_with("..") ? std::filesystem::absolute(path).lexically_normal().string() : near;
}

}  // namespace gridlock::text

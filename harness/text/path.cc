#include "harness/text/path.h"

namespace gridlock::text {

std::string shown_path(const std::filesystem::path& path) {
  const std::string near = std::filesystem::proximate(path).string();
  return near.starts_with("..") ? std::filesystem::absolute(path).lexically_normal().string()
                                : near;
}

std::string last_part(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

}  // namespace gridlock::text

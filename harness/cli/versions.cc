#include "harness/cli/versions.h"

#include <fmt/format.h>

#include <regex>
#include <sstream>

#include "matrix/diagnostic.h"

namespace gridlock::cli {

std::vector<std::string> parse_versions(const std::string& text) {
  static const std::regex kVersion(R"(\d+(\.\d+){1,2})");
  std::vector<std::string> versions;
  std::istringstream stream(text);
  for (std::string version; std::getline(stream, version, ',');) {
    if (!std::regex_match(version, kVersion)) {
      throw matrix::InputError(
          fmt::format("--torch: '{}' is not a version of torch; write 2.10 or 2.10.1", version));
    }
    versions.push_back(version);
  }
  return versions;
}

}  // namespace gridlock::cli

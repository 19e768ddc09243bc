#include "harness/exec/host_file.h"

#include <fmt/format.h>

namespace gridlock::exec {

std::filesystem::path file_of_host(const std::filesystem::path& file, int host) {
  std::error_code none;
  // /dev/stdout counts as a regular file if it is redirected to one.
  const bool is_special =
      file.native().starts_with("/dev/") ||
      (std::filesystem::exists(file, none) && !std::filesystem::is_regular_file(file, none));
  if (host == 0 || is_special) return file;
  std::filesystem::path own = file;
  own.replace_extension(fmt::format("host{}{}", host, file.extension().string()));
  return own;
}

}  // namespace gridlock::exec

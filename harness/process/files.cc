#include "harness/process/files.h"

#include <unistd.h>

#include <fstream>
#include <sstream>
#include <utility>

namespace gridlock::process {

namespace fs = std::filesystem;

std::string read_text(const std::filesystem::path& path) {
  // A file may open but not be readable, such as a folder, or /proc/PID/environ of a process that
  // has ended. Iterators over the buffer would then throw; inserting the buffer does not.
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

bool write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

bool replace_text(const std::filesystem::path& path, const std::string& text) {
  std::error_code error;
  const bool is_special = fs::exists(path, error) && !fs::is_regular_file(path, error);
  const bool may_replace = access(fs::absolute(path).parent_path().c_str(), W_OK) == 0;
  if (is_special || !may_replace) return write_text(path, text);
  fs::path part = path;
  part += ".part";
  if (write_text(part, text)) {
    fs::rename(part, path, error);
    if (!error) return true;
  }
  fs::remove(part, error);
  return false;
}

}  // namespace gridlock::process

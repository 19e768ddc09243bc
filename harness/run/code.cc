#include "harness/run/code.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <system_error>

#include "harness/process/files.h"
#include "harness/text/digest.h"

namespace gridlock::run {
namespace {

namespace fs = std::filesystem;

bool is_code(const fs::path& file) {
  return file.extension() == ".py" || file.filename() == "case.toml";
}

// Returns whether the folder is a package. Other folders are not searched, because they may contain
// runs.
bool is_package(const fs::path& folder) {
  std::error_code none;
  return fs::is_regular_file(folder / "__init__.py", none);
}

void add_files(const fs::path& folder, const fs::path& below, std::vector<std::string>& code) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const fs::path name = below / entry.path().filename();
    if (entry.is_directory(none)) {
      if (is_package(entry.path())) add_files(entry.path(), name, code);
    } else if (is_code(name)) {
      code.push_back(name.string() + " " + text::digest(process::read_text(entry.path())));
    }
  }
}

}  // namespace

std::vector<std::string> code_of(const fs::path& case_folder) {
  std::vector<std::string> code;
  add_files(case_folder, "", code);
  std::ranges::sort(code);
  return code;
}

std::vector<std::string> edited(const std::vector<std::string>& before,
                                const std::vector<std::string>& now) {
  std::vector<std::string> different;
  std::ranges::set_symmetric_difference(before, now, std::back_inserter(different));
  std::set<std::string> files;
  for (const std::string& file : different) files.insert(file.substr(0, file.rfind(' ')));
  return {files.begin(), files.end()};
}

}  // namespace gridlock::run

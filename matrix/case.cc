#include "matrix/case.h"

#include <algorithm>

#include "harness/text/names.h"
#include "matrix/schema_reader.h"

namespace gridlock::matrix {
namespace {

namespace fs = std::filesystem;

void add_names(const fs::path& folder, const std::string& group, std::vector<std::string>& names) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = group + entry.path().filename().string();
    if (fs::exists(entry.path() / "case.toml")) {
      names.push_back(name);
    } else if (group.empty() && entry.is_directory()) {
      add_names(entry.path(), name + "/", names);
    }
  }
}

// Returns the names of cases that are not in sub-folders. A message with all names would be too
// long.
std::vector<std::string> top_level(std::vector<std::string> names) {
  std::erase_if(names, [](const std::string& name) { return name.find('/') != name.npos; });
  return names;
}

std::vector<std::string> written(const std::vector<fs::path>& folders) {
  std::vector<std::string> paths;
  for (const fs::path& folder : folders) paths.push_back(folder.string());
  return paths;
}

void read_settings(const TomlReader& file, Case& result) {
  const toml::table* table = file.table("case");
  if (table == nullptr) return;
  const TomlReader settings(*table, "[case]", file.mistakes(), kCaseKeys);
  settings.attempt([&] {
    const auto steps = settings.int_or("steps", result.recipe.steps);
    if (steps < 1) settings.fail("steps", "'steps' must be at least 1");
    result.recipe.steps = static_cast<int>(steps);
  });
  settings.read_seconds("deadline_seconds", result.recipe.deadline_seconds);
  settings.read_seconds("compile_deadline_seconds", result.recipe.compile_deadline_seconds);
  settings.attempt([&] { result.packages = settings.strings("packages"); });
}

std::string read_name(const TomlReader& file, const fs::path& folder) {
  const std::string name = file.required_string("name");
  const std::string folder_name = folder.filename().string();
  if (name != folder_name) {
    file.fail("name", "the case is named '" + name + "', but its folder is '" + folder_name + "'");
  }
  return name;
}

}  // namespace

Case load_case(const fs::path& folder, const std::string& name) {
  const fs::path path = folder / "case.toml";
  const toml::table root = read_toml(path);
  Mistakes mistakes(path.string());
  const TomlReader file(root, "case.toml", mistakes, kCaseFileKeys);
  Case result;
  result.folder = folder;
  result.recipe.case_folder = folder.string();
  result.schema = catalogue();
  const auto own_name = mistakes.attempt([&] { return read_name(file, folder); });
  result.schema.case_name = name.empty() ? own_name.value_or("") : name;
  mistakes.attempt([&] { result.description = file.required_string("description"); });
  mistakes.attempt([&] { read_settings(file, result); });
  mistakes.attempt([&] {
    read_axes(file, result.schema);
    for (Constraint& constraint : read_constraints(file, result.schema)) {
      result.schema.constraints.push_back(std::move(constraint));
    }
  });
  mistakes.check();
  return result;
}

std::vector<std::string> case_names(const std::vector<fs::path>& folders) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders) add_names(folder, "", names);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Case find_case(const std::string& name, const std::vector<fs::path>& folders,
               const FilePosition& place) {
  const auto names = case_names(folders);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const std::string hint = text::did_you_mean(name, names);
    throw InputError(
        place, "unknown case '" + name + "'" +
                   (hint.empty() ? "; the cases are " + text::listed(top_level(names)) : hint) +
                   "; gridlock looks for cases in " + text::enumeration(written(folders)) +
                   "; add folders with --cases DIR");
  }
  const auto holds = [&](const fs::path& folder) {
    return fs::exists(folder / name / "case.toml");
  };
  return load_case(*std::find_if(folders.begin(), folders.end(), holds) / name, name);
}

}  // namespace gridlock::matrix

#include "matrix/case.h"

#include <algorithm>

#include "matrix/schema_reader.h"

namespace gridlock::matrix {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> case_names(const std::vector<fs::path>& folders) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      if (fs::exists(entry.path() / "case.toml")) names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

void read_settings(const TomlReader& file, Case& result) {
  const toml::table* table = file.table("case");
  if (table == nullptr) return;
  const TomlReader settings(*table, "[case]", file.file(), {"steps", "deadline_seconds"});
  if (settings.has("steps")) result.steps = settings.int_or("steps", 0);
  if (settings.has("deadline_seconds")) {
    result.deadline_seconds = settings.number_or("deadline_seconds", 0);
  }
  if (result.steps.value_or(1) < 1) settings.fail("steps", "'steps' must be at least 1");
  if (result.deadline_seconds.value_or(1) <= 0) {
    settings.fail("deadline_seconds", "'deadline_seconds' must be above 0");
  }
}

}  // namespace

Case load_case(const fs::path& folder) {
  const fs::path path = folder / "case.toml";
  const toml::table root = read_toml(path);
  const TomlReader file(root, "case.toml", path.string(),
                        {"name", "description", "case", "axes", "constraint"});
  Case result;
  result.folder = folder;
  result.schema = catalogue();
  result.schema.case_name = file.required_string("name");
  if (result.schema.case_name != folder.filename().string()) {
    file.fail("name", "the case is called '" + result.schema.case_name + "', its folder '" +
                          folder.filename().string() + "'");
  }
  result.description = file.required_string("description");
  read_settings(file, result);
  read_axes(file, result.schema);
  for (Constraint& constraint : read_constraints(file, result.schema)) {
    result.schema.constraints.push_back(std::move(constraint));
  }
  return result;
}

Case find_case(const std::string& name, const std::vector<fs::path>& folders, const Place& place) {
  const auto names = case_names(folders);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const std::string hint = did_you_mean(name, names);
    throw InputError(place, "unknown case '" + name + "'" +
                                (hint.empty() ? "; the cases are " + listed(names) : hint));
  }
  const auto holds = [&](const fs::path& folder) {
    return fs::exists(folder / name / "case.toml");
  };
  return load_case(*std::find_if(folders.begin(), folders.end(), holds) / name);
}

}  // namespace gridlock::matrix

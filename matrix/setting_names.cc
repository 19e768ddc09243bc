#include "matrix/setting_names.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include "harness/text/names.h"
#include "matrix/schema.h"

namespace gridlock::matrix {

extern const char* const kTorchSettings;  // queried at build time

namespace {

constexpr std::string_view kConfig = "config.";
constexpr std::string_view kEnvironment = "env.";
constexpr std::array<std::string_view, 2> kRoots = {"config", "env"};
constexpr std::string_view kInductor = "inductor.";

struct OwnVariable {
  std::string_view name;
  std::string_view reason;
};
// Variables that no cell may set.
constexpr OwnVariable kOwnVariables[] = {
    {"PYTHONHASHSEED", "it comes from the axis hash_seed; give that axis the values instead"},
    {"WORLD_SIZE", "it comes from the axis world_size; give that axis the values instead"},
    {"LOCAL_WORLD_SIZE", "it comes from the axis world_size; give that axis the values instead"},
    {"RANK", "it is the number of each rank"},
    {"LOCAL_RANK", "it is the number of each rank on its host"},
    {"MASTER_ADDR", "it is the address of the rendezvous"},
    {"MASTER_PORT", "it is the port of the rendezvous"},
    {"LD_PRELOAD", "it loads gridlock's probe"},
};

// Returns the sorted names of torch's settings, without "config.".
const std::vector<std::string>& torch_settings() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    std::istringstream lines(kTorchSettings);
    for (std::string line; std::getline(lines, line);) names.push_back(line);
    return names;
  }();
  return kNames;
}

bool exists(const std::string& name) {
  return std::ranges::binary_search(torch_settings(), name);
}

std::vector<std::string> inductor_options() {
  std::vector<std::string> options;
  for (const std::string& name : torch_settings()) {
    if (name.starts_with(kInductor)) options.push_back(name.substr(kInductor.size()));
  }
  return options;
}

// Moves the settings in `table` to `result`. A table with the key "values" is the listing of a
// setting, not a group of settings.
void join(const std::string& prefix, const toml::table& table, toml::table& result) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + "." + std::string(key.str());
    const toml::table* inner = node.as_table();
    if (inner != nullptr && !inner->contains("values")) {
      join(name, *inner, result);
    } else {
      result.insert_or_assign(toml::key(name, toml::source_region(key.source())), node);
    }
  }
}

void join_in(toml::node* axes) {
  toml::table* table = axes == nullptr ? nullptr : axes->as_table();
  if (table == nullptr) return;
  for (const std::string_view root : kRoots) {
    const toml::table* inner = table->get_as<toml::table>(root);
    if (inner == nullptr) continue;
    toml::table joined;
    join(std::string(root), *inner, joined);
    table->erase(root);
    for (const auto& [key, node] : joined) table->insert_or_assign(key, node);
  }
}

void join_in_rows(toml::table& root, std::string_view rows, std::string_view key) {
  toml::array* array = root.get_as<toml::array>(rows);
  if (array == nullptr) return;
  for (toml::node& row : *array) {
    if (toml::table* table = row.as_table()) join_in(table->get(key));
  }
}

}  // namespace

bool is_setting(std::string_view axis) {
  return axis.starts_with(kConfig) || axis.starts_with(kEnvironment);
}

std::string_view environment_variable(std::string_view axis) {
  return axis.starts_with(kEnvironment) ? axis.substr(kEnvironment.size()) : std::string_view();
}

std::string setting_mistake(std::string_view axis) {
  const std::string_view variable = environment_variable(axis);
  if (!variable.empty()) {
    const auto* const own = std::ranges::find(kOwnVariables, variable, &OwnVariable::name);
    if (own == std::end(kOwnVariables)) return "";
    return "gridlock sets " + std::string(variable) + " itself: " + std::string(own->reason);
  }
  const std::string name(axis.substr(std::min(axis.size(), kConfig.size())));
  if (exists(name)) return "";
  return "torch has no setting '" + std::string(axis) + "'" +
         text::did_you_mean(name, torch_settings());
}

std::string compile_option_mistake(const std::string& name) {
  std::string plain = name;
  std::ranges::replace(plain, '-', '_');  // torch reads - as _
  if (exists(std::string(kInductor) + plain)) return "";
  if (catalogue().find(name) != nullptr) return "'" + name + "' is an axis: list it in [axes]";
  return "torch.compile has no option '" + name + "' for inductor" +
         text::did_you_mean(plain, inductor_options());
}

void join_setting_names(toml::table& root) {
  join_in(root.get("axes"));
  if (toml::table* gpu = root.get_as<toml::table>("gpu")) join_in(gpu->get("axes"));
  join_in_rows(root, "add", "axes");
  join_in_rows(root, "relation", "set");
}

}  // namespace gridlock::matrix

#include "ci/rules.h"

#include <toml++/toml.h>

#include <stdexcept>

namespace gridlock::ci {
namespace {

using Names = std::vector<std::string>;

Names read_names(const toml::node_view<toml::node>& node) {
  const toml::array* array = node.as_array();
  if (!array) throw std::runtime_error("house.toml: a list of names is missing");
  Names names;
  for (const toml::node& item : *array) names.push_back(item.value<std::string>().value());
  return names;
}

std::map<std::string, Names> read_lists(toml::table& table, std::string_view key) {
  std::map<std::string, Names> lists;
  for (auto&& [name, node] : *table[key].as_table())
    lists[std::string(name.str())] = read_names(toml::node_view<toml::node>(node));
  return lists;
}

Room read_room(toml::node_view<toml::node> node) {
  return {read_names(node["rooms"]), read_names(node["libraries"])};
}

}  // namespace

HouseRules load_rules(const std::filesystem::path& file) {
  toml::table table = toml::parse_file(file.string());
  HouseRules rules;
  for (auto&& [name, node] : *table["rooms"].as_table())
    rules.rooms[std::string(name.str())] = read_room(toml::node_view<toml::node>(node));
  rules.tests = read_room(table["tests"]);
  rules.libraries = read_lists(table, "libraries");
  rules.system_headers = read_names(table["system"]["headers"]);
  rules.python = read_lists(table, "python");
  for (auto&& [name, node] : *table["packages"].as_table()) {
    rules.packages[std::string(name.str())] = node.value<std::string>().value();
  }
  rules.programs = read_lists(table, "programs");
  return rules;
}

}  // namespace gridlock::ci

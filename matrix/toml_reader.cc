#include "matrix/toml_reader.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "harness/text/names.h"

namespace gridlock::matrix {
namespace {

const char* article(std::string_view noun) {
  constexpr std::string_view kVowels = "aeiou";
  return !noun.empty() && kVowels.find(noun.front()) != std::string_view::npos ? "an" : "a";
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    throw InputError(place_of(error.source(), file),
                     "not TOML: " + std::string(error.description()));
  }
}

toml::table read_toml(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || std::filesystem::is_directory(path) || !(text << in.rdbuf())) {
    throw InputError(FilePosition{path.string()}, "cannot read this file");
  }
  return parse_toml(text.str(), path.string());
}

FilePosition place_of(const toml::source_region& source, const std::string& file) {
  return {file, static_cast<int>(source.begin.line), static_cast<int>(source.begin.column)};
}

const char* kind_of(const toml::node& node) {
  if (node.is_string()) return "a string";
  if (node.is_boolean()) return "a boolean";
  if (node.is_integer()) return "an integer";
  if (node.is_floating_point()) return "a number with a fraction";
  if (node.is_array()) return "an array";
  if (node.is_table()) return "a table";
  return "a date or time";
}

Value value_of(const toml::node& node, const std::string& file) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* flag = node.as_boolean()) return flag->get();
  if (const auto* number = node.as_integer()) return number->get();
  const auto* fraction = node.as_floating_point();
  if (fraction != nullptr && std::isfinite(fraction->get())) return fraction->get();
  throw InputError(
      place_of(node.source(), file),
      std::string("a value must be a string, a number or a boolean, not ") + kind_of(node));
}

TomlReader::TomlReader(const toml::table& table, std::string title, Mistakes& mistakes, Keys known)
    : table_(table), title_(std::move(title)), mistakes_(mistakes) {
  if (!known.empty()) check_keys(names_of(known));
}

void TomlReader::check_keys(const std::vector<std::string>& known) {
  for (const std::string& key : keys()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string hint = text::did_you_mean(key, known);
    mistakes_.add(place(key), "unknown key '" + key + "' in " + title_ +
                                  (hint.empty() ? "; the keys are " + text::listed(known) : hint));
    const std::string* meant = text::nearest(key, known);
    if (meant != nullptr && !table_.contains(*meant)) misspelled_.emplace(*meant, key);
  }
}

std::string_view TomlReader::spelled(std::string_view key) const {
  const auto found = misspelled_.find(key);
  return found == misspelled_.end() ? key : found->second;
}

FilePosition TomlReader::place(std::string_view key) const {
  for (const auto& [name, value] : table_) {
    if (name.str() == spelled(key)) return place_of(name.source(), file());
  }
  return place();
}

std::vector<std::string> TomlReader::keys() const {
  std::vector<const toml::key*> keys;
  for (const auto& [name, value] : table_) keys.push_back(&name);
  std::sort(keys.begin(), keys.end(), [](const toml::key* a, const toml::key* b) {
    const auto position = [](const toml::key* key) { return key->source().begin; };
    return position(a) < position(b);
  });
  std::vector<std::string> names;
  for (const toml::key* key : keys) names.emplace_back(key->str());
  return names;
}

void TomlReader::fail(std::string_view key, const std::string& message) const {
  throw InputError(place(key), message);
}

void TomlReader::check_type(std::string_view key, bool right, const char* expected) const {
  if (right) return;
  const toml::node& found = *node(key);
  throw InputError(place_of(found.source(), file()), "'" + std::string(key) + "' in " + title_ +
                                                         " must be " + expected + ", not " +
                                                         kind_of(found));
}

const toml::node* TomlReader::node(std::string_view key) const {
  return table_.get(spelled(key));
}

std::string TomlReader::string_or(std::string_view key, std::string fallback) const {
  if (!has(key)) return fallback;
  check_type(key, node(key)->is_string(), "a string");
  return node(key)->as_string()->get();
}

std::string TomlReader::required_string(std::string_view key) const {
  const std::string text = string_or(key, "");
  if (text.empty()) {
    fail(key, title_ + " needs " + (has(key) ? "a non-empty" : article(key)) + " '" +
                  std::string(key) + "'");
  }
  return text;
}

std::string TomlReader::required_link(std::string_view key) const {
  std::string link = required_string(key);
  if (link.find("://") != std::string::npos) return link;
  const std::string name(key);
  fail(key, "'" + name + "' must be a link, as in https://github.com/pytorch/pytorch/issues/1");
}

bool TomlReader::bool_or(std::string_view key, bool fallback) const {
  if (!has(key)) return fallback;
  check_type(key, node(key)->is_boolean(), "true or false");
  return node(key)->as_boolean()->get();
}

std::int64_t TomlReader::int_or(std::string_view key, std::int64_t fallback) const {
  if (!has(key)) return fallback;
  check_type(key, node(key)->is_integer(), "an integer");
  return node(key)->as_integer()->get();
}

double TomlReader::number_or(std::string_view key, double fallback) const {
  if (!has(key)) return fallback;
  check_type(key, node(key)->is_number(), "a number");
  return node(key)->value_or(fallback);
}

void TomlReader::read_seconds(std::string_view key, double& seconds) const {
  attempt([&] {
    seconds = number_or(key, seconds);
    if (has(key) && seconds <= 0) fail(key, "'" + std::string(key) + "' must be above 0");
  });
}

const toml::table* TomlReader::table(std::string_view key) const {
  if (!has(key)) return nullptr;
  check_type(key, node(key)->is_table(), "a table");
  return node(key)->as_table();
}

const toml::array* TomlReader::array(std::string_view key) const {
  if (!has(key)) return nullptr;
  check_type(key, node(key)->is_array(), "an array");
  return node(key)->as_array();
}

std::vector<std::string> TomlReader::strings(std::string_view key) const {
  std::vector<std::string> result;
  if (!has(key)) return result;
  for (const toml::node& element : *array(key)) {
    if (element.is_string()) {
      result.push_back(element.as_string()->get());
    } else {
      mistakes_.add(place_of(element.source(), file()), "'" + std::string(key) + "' in " + title_ +
                                                            " must hold strings, not " +
                                                            kind_of(element));
    }
  }
  return result;
}

std::vector<const toml::table*> TomlReader::tables(std::string_view key) const {
  std::vector<const toml::table*> result;
  if (!has(key)) return result;
  const bool right = node(key)->is_array() && !node(key)->as_array()->empty() &&
                     node(key)->as_array()->is_homogeneous(toml::node_type::table);
  const std::string expected = "tables, each headed [[" + std::string(key) + "]]";
  check_type(key, right, expected.c_str());
  for (const toml::node& element : *node(key)->as_array()) result.push_back(element.as_table());
  return result;
}

FilePosition TomlReader::text_place(std::string_view key) const {
  if (!has(key)) return place();
  FilePosition place = place_of(node(key)->source(), file());
  ++place.column;  // the quote
  return place;
}

}  // namespace gridlock::matrix

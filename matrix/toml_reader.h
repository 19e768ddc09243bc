// Reads one table of a TOML file with known keys. Every error is an InputError that contains file,
// line, column, what was expected and the nearest key.
//
// A key that nearly matches a known key is a mistake but is read as the known key, so that its
// contents are checked and the known key is not reported as missing.
#pragma once

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "matrix/diagnostic.h"
#include "matrix/keys.h"
#include "matrix/mistakes.h"
#include "matrix/value.h"

namespace gridlock::matrix {

// Parses a whole file; throws for a file that cannot be read and for a syntax error.
toml::table read_toml(const std::filesystem::path& path);
toml::table parse_toml(std::string_view text, const std::string& file);

FilePosition place_of(const toml::source_region& source, const std::string& file);
// Returns the node's type in words, such as "a string" or "an array".
const char* kind_of(const toml::node& node);
// Returns a boolean, a number or a string; throws for anything else.
Value value_of(const toml::node& node, const std::string& file);

class TomlReader {
 public:
  // Takes the table. Records each key that is not among `keys` in `mistakes`; if `keys` is empty,
  // any key is allowed. `title` is the table's name in messages, such as "[run]".
  TomlReader(const toml::table& table, std::string title, Mistakes& mistakes, Keys keys = {});

  Mistakes& mistakes() const { return mistakes_; }
  const std::string& file() const { return mistakes_.file(); }
  FilePosition place() const { return place_of(table_.source(), file()); }
  FilePosition place(std::string_view key) const;
  bool has(std::string_view key) const { return node(key) != nullptr; }
  // Returns every key, in the order of the file.
  std::vector<std::string> keys() const;

  // The functions below throw if the value has the wrong type. required_…() also throw if the key
  // is missing.

  // Returns null if the key is missing.
  const toml::node* node(std::string_view key) const;
  std::string required_string(std::string_view key) const;
  // Returns a required string that has a scheme, such as https://…
  std::string required_link(std::string_view key) const;
  std::string string_or(std::string_view key, std::string fallback) const;
  bool bool_or(std::string_view key, bool fallback) const;
  std::int64_t int_or(std::string_view key, std::int64_t fallback) const;
  double number_or(std::string_view key, double fallback) const;
  // Reads a number above 0; keeps `seconds` if the key is missing. Records a mistake instead of
  // throwing.
  void read_seconds(std::string_view key, double& seconds) const;
  const toml::table* table(std::string_view key) const;
  const toml::array* array(std::string_view key) const;
  // Returns the strings of an array; other elements are recorded as mistakes and left out.
  std::vector<std::string> strings(std::string_view key) const;
  // Returns the tables of [[key]]; returns none if the key is missing.
  std::vector<const toml::table*> tables(std::string_view key) const;

  // Returns the position at which a string's text starts, for messages about the text.
  FilePosition text_place(std::string_view key) const;

  [[noreturn]] void fail(std::string_view key, const std::string& message) const;
  template <typename Read>
  auto attempt(const Read& read) const {
    return mistakes_.attempt(read);
  }

 private:
  void check_type(std::string_view key, bool right, const char* expected) const;

  void check_keys(const std::vector<std::string>& known);
  // Returns the key as it is spelled in the file.
  std::string_view spelled(std::string_view key) const;

  const toml::table& table_;
  std::string title_;
  Mistakes& mistakes_;
  std::map<std::string, std::string, std::less<>> misspelled_;  // known key → spelling in the file
};

// Calls `read(row)` for each [[key]].
template <typename Read>
void for_each_row(const TomlReader& file, const std::string& key, Keys known, const Read& read) {
  file.attempt([&] {
    for (const toml::table* table : file.tables(key)) {
      const TomlReader row(*table, "[[" + key + "]]", file.mistakes(), known);
      row.attempt([&] { read(row); });
    }
  });
}

}  // namespace gridlock::matrix

#include "harness/pages/fields_page.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/pages/json_types.h"
#include "harness/pages/markdown.h"
#include "harness/text/names.h"

namespace gridlock::pages {
namespace {

struct Described {
  Json schema;
  std::string heading;
};

class FieldTables {
 public:
  explicit FieldTables(const std::vector<SchemaSection>& sections) {
    for (const SchemaSection& section : sections) {
      const Json schema = section.schema();
      if (schema.contains("properties")) known_.push_back({schema, section.name});
    }
  }

  void add(const SchemaSection& section) {
    const Json schema = section.schema();
    text_ += "## " + section.name + "\n\n" + text::capitalized(prose(section.about)) +
             ". `gridlock schema " + section.name + "` prints the JSON Schema.\n\n";
    if (schema.contains("properties")) add_table(schema, "");
    for (const Json& choice : schema.value("anyOf", Json::array())) {
      text_ += "### " + section.name + ": " + choice.value("title", "") + "\n\n";
      add_table(choice, "");
    }
  }

  const std::string& text() const { return text_; }

 private:
  // Adds the table of an object, then the tables of its nested objects that have no table yet.
  void add_table(const Json& schema, const std::string& path) {
    const Json required = schema.value("required", Json::array());
    std::vector<std::vector<std::string>> rows;
    std::vector<Described> inner;
    for (const auto& [name, field] : schema.at("properties").items()) {
      const bool always = std::ranges::count(required, Json(name)) > 0;
      const std::string type =
          type_in_words(field, path.empty() ? name : path + "." + name,
                        [&](const Json& object, const std::string& where, const char* words) {
                          return link(words, heading_of(object, where, inner));
                        });
      rows.push_back(
          {code(name), type + (always ? "" : "; optional"), prose(field.value("description", ""))});
    }
    text_ += table({"key", "type", "meaning"}, rows);
    for (const Described& object : inner) {
      text_ += "### " + code(object.heading) + "\n\n";
      add_table(object.schema, object.heading);
    }
  }

  // Returns the heading of the object's table. Adds the object to `inner` if it has no table yet.
  std::string heading_of(Json schema, const std::string& path, std::vector<Described>& inner) {
    schema.erase("description");  // describes the field, not the object
    const auto known = std::ranges::find(known_, schema, &Described::schema);
    if (known != known_.end()) return known->heading;
    known_.push_back({schema, path});
    inner.push_back({schema, path});
    return path;
  }

  std::string text_;
  std::vector<Described> known_;  // objects whose table exists or will be added
};

}  // namespace

std::string fields_page(const std::vector<SchemaSection>& sections) {
  FieldTables tables(sections);
  for (const SchemaSection& section : sections) tables.add(section);
  std::string text =
      page_head("Fields of results", "./gridlock pages results-schema > docs/results-schema.md") +
      "The JSON that gridlock writes. A field is always there unless its type says *optional*. "
      "Numbers that are not finite are the words `nan`, `inf` and `-inf`. Seconds and sizes are in "
      "the unit that the key names. An object that occurs in several places is described once. A "
      "later version may add fields.\n\n" +
      tables.text();
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace gridlock::pages

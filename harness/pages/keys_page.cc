#include "harness/pages/keys_page.h"

#include <vector>

#include "harness/pages/markdown.h"
#include "harness/text/names.h"
#include "matrix/claim.h"
#include "matrix/keys.h"
#include "matrix/schema.h"

namespace gridlock::pages {
namespace {

using matrix::Axis;
using matrix::Key;
using matrix::KeyFile;
using matrix::KeyTable;
using Rows = std::vector<std::vector<std::string>>;

std::string table_text(const KeyTable& keys) {
  Rows rows;
  for (const Key& key : keys.keys)
    rows.push_back({code(key.name), prose(key.type), prose(key.meaning), prose(key.fallback)});
  const std::string example = keys.example;
  return "### " + std::string(keys.title) + "\n\n" + prose(keys.about) + "\n\n" +
         (example.empty() ? "" : "```toml\n" + example + "```\n\n") +
         table({"key", "type", "meaning", "default"}, rows);
}

std::string file_text(const KeyFile& file) {
  std::string text = "## " + std::string(file.title) + "\n\n" + prose(file.about) + "\n\n";
  for (const KeyTable& keys : file.tables) text += table_text(keys);
  return text;
}

std::string metrics_text() {
  std::vector<std::string> names;
  for (const std::string& name : matrix::metric_names()) names.push_back(code(name));
  return "## Metrics of claims\n\nThe `metric` of a `[[claim]]` is " + text::enumeration(names) +
         ".\n\n";
}

std::string values_text(const Axis& axis) {
  if (axis.type == matrix::ValueType::kBool) return "false, true";
  if (axis.values.empty())
    return axis.type == matrix::ValueType::kInt ? "any positive integer" : "any number";
  std::vector<std::string> values;
  for (const matrix::Value& value : axis.values) values.push_back(matrix::to_string(value));
  return text::listed(values);
}

Rows axis_rows(bool optional) {
  Rows rows;
  for (const Axis& axis : matrix::catalogue().axes) {
    if (axis.optional != optional) continue;
    const std::string when = axis.when ? " Only where " + code(axis.when->text()) + "." : "";
    rows.push_back({code(axis.name), prose(values_text(axis)), prose(axis.doc + "." + when),
                    prose(matrix::to_string(axis.fallback))});
  }
  return rows;
}

std::string axes_text() {
  const std::vector<std::string> head = {"axis", "values", "what it does", "default"};
  return "## Standard axes\n\nThe keys of `[axes]`, besides the axes of the case, `config.…` and "
         "`env.…`.\n\n" +
         table(head, axis_rows(false)) + "These axes exist only in a matrix that lists them:\n\n" +
         table(head, axis_rows(true));
}

}  // namespace

std::string keys_page() {
  std::string text =
      page_head("Keys of matrix files", "./gridlock pages matrix-keys > docs/matrix-keys.md") +
      "[matrix.md](matrix.md) shows how they are used. Any other key is a mistake of the file. "
      "`[name]` is a table, `[[name]]` a table that may be repeated.\n\n";
  for (const KeyFile& file : matrix::key_files()) text += file_text(file);
  text += metrics_text() + axes_text();
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace gridlock::pages

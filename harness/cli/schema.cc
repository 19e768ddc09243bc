#include "harness/cli/schema.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/facts/finding_record.h"
#include "harness/facts/outcome.h"
#include "harness/verdict/record.h"

namespace gridlock::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kSchemas = std::to_array<SchemaRow>({
    {"results", "a line of results.jsonl, and of the file of run --json", verdict::record_schema},
    {"finding", "hang and desync of a line of results.jsonl, and finding in diagnosis.json",
     facts::finding_record_schema},
    {"exec", "the file of exec --json: a finding, a crash or neither", facts::outcome_schema},
});

std::vector<std::string> schema_names() {
  std::vector<std::string> names;
  for (const SchemaRow& row : kSchemas) names.emplace_back(row.name);
  return names;
}

void print(const SchemaRow& row) {
  Json json = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", row.title}};
  json.update(row.schema());
  std::cout << json.dump(2) << std::endl;
}

int schema(const std::string& name) {
  if (name.empty()) {
    for (const SchemaRow& row : kSchemas) std::cout << row.name << "  " << row.title << std::endl;
    return kExpected;
  }
  print(*std::ranges::find(kSchemas, name, &SchemaRow::name));
  return kExpected;
}

}  // namespace

std::span<const SchemaRow> schemas() {
  return kSchemas;
}

void add_schema(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand("schema", "Print the JSON Schema (draft 2020-12) of what gridlock writes");
  auto name = std::make_shared<std::string>();
  command.option("name", *name, "The schema to print (default: list the names of all schemas)")
      .one_of(schema_names());
  command.action([name, &exit_code] { exit_code = schema(*name); });
}

}  // namespace gridlock::cli

// gridlock schema: prints the JSON Schema of gridlock's output. The schema is generated from the
// descriptions of fields with which gridlock writes the output.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

namespace gridlock::cli {

struct SchemaRow {
  const char* name;
  const char* title;
  nlohmann::ordered_json (*schema)();
};

std::span<const SchemaRow> schemas();

}  // namespace gridlock::cli

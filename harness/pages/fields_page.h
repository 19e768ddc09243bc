// Generates the page of the fields that gridlock writes: docs/results-schema.md.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace gridlock::pages {

struct SchemaSection {
  std::string name;   // name of the schema, such as "results"
  std::string about;  // what the schema describes
  nlohmann::ordered_json (*schema)();
};

// Returns the page. It describes each kind of object once, under the first path that leads to it.
std::string fields_page(const std::vector<SchemaSection>& sections);

}  // namespace gridlock::pages

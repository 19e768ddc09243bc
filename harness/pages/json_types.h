// Names the types of a JSON Schema in words that people read.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gridlock::pages {

using Json = nlohmann::ordered_json;

// Returns a link to the description of an object. `text` is "object" or "objects". `path` is the
// path of the object, such as "reports[].states[]".
using LinkObject =
    std::function<std::string(const Json& schema, const std::string& path, const char* text)>;

// Returns text such as "list of integers", "text or null" or "map of numbers by name". Supports the
// keywords that harness/fields/schema.h uses.
std::string type_in_words(const Json& schema, const std::string& path, const LinkObject& link);

}  // namespace gridlock::pages

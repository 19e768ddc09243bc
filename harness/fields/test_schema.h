// Tests whether JSON fits a schema. It supports only the keywords that schema.h uses. It is
// stricter than JSON Schema: fields that the schema does not name are refused.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

namespace gridlock::fields::testing {

template <typename Json>
bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  return type == "null" && value.is_null();
}

template <typename Json>
std::string mismatch(const Json& schema, const Json& value, const std::string& at = "");

template <typename Json>
std::string object_mismatch(const Json& schema, const Json& value, const std::string& at) {
  for (const Json& name : schema.value("required", Json::array())) {
    if (!value.contains(name.template get<std::string>())) return at + " lacks " + name.dump();
  }
  const Json properties = schema.value("properties", Json::object());
  const Json others = schema.value("additionalProperties", Json(false));
  const std::string names =
      schema.value("propertyNames", Json::object()).value("pattern", std::string());
  for (const auto& [name, field] : value.items()) {
    const std::string place = at + "/" + name;
    const bool known = properties.contains(name);
    if (!known && !others.is_object()) return place + " is not in the schema";
    if (!std::regex_search(name, std::regex(names))) return place + " has another name";
    const std::string why = mismatch(known ? properties.at(name) : others, field, place);
    if (!why.empty()) return why;
  }
  return "";
}

template <typename Json>
std::string array_mismatch(const Json& schema, const Json& value, const std::string& at) {
  const Json first = schema.value("prefixItems", Json::array());
  if (value.size() < schema.value("minItems", 0u)) return at + " is too short";
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string place = at + "/" + std::to_string(i);
    const Json& items = i < first.size() ? first[i] : schema.at("items");
    const std::string why =
        items == false ? place + " is one too many" : mismatch(items, value[i], place);
    if (!why.empty()) return why;
  }
  return "";
}

// Returns "" if `value` fits. Otherwise returns the reason, such as "/reports/0/rank is no integer:
// \"x\"".
template <typename Json>
std::string mismatch(const Json& schema, const Json& value, const std::string& at) {
  if (schema.contains("anyOf")) {
    const Json& choices = schema.at("anyOf");
    const bool fits = std::ranges::any_of(
        choices, [&](const Json& choice) { return mismatch(choice, value, at).empty(); });
    return fits ? "" : at + " is none of " + choices.dump() + ": " + value.dump();
  }
  if (schema.contains("enum")) {
    const bool known = std::ranges::count(schema.at("enum"), value) > 0;
    return known ? "" : at + " has an unknown word: " + value.dump();
  }
  const std::string type = schema.value("type", std::string());
  if (type.empty()) return "";
  if (!has_type(value, type)) return at + " is no " + type + ": " + value.dump();
  if (type == "object") return object_mismatch(schema, value, at);
  return type == "array" ? array_mismatch(schema, value, at) : "";
}

}  // namespace gridlock::fields::testing

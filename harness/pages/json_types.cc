#include "harness/pages/json_types.h"

#include <nlohmann/json.hpp>

#include "harness/pages/markdown.h"

namespace gridlock::pages {
namespace {

enum class Number { kOne, kSeveral };

std::string in_words(const Json& schema, const std::string& path, const LinkObject& link,
                     Number number);

std::string with_number(const std::string& noun, Number number) {
  return number == Number::kOne ? noun : noun + "s";
}

std::string words_of_enum(const Json& words, Number number) {
  std::string text;
  for (const Json& word : words) {
    text +=
        (text.empty() ? "" : ", ") + code(word.is_string() ? word.get<std::string>() : word.dump());
  }
  return (words.size() == 1 ? "" : with_number("word", number) + ": ") + text;
}

// Returns whether the choices are a number or the words for NaN and infinity. The page explains
// these words once, so the type is just "number".
bool is_number(const Json& choices) {
  return choices.size() == 2 && choices[0].value("type", "") == "number" &&
         choices[1].contains("enum");
}

std::string choices_in_words(const Json& choices, const std::string& path, const LinkObject& link,
                             Number number) {
  if (is_number(choices)) return with_number("number", number);
  std::string text;
  for (const Json& choice : choices) {
    text += (text.empty() ? "" : " or ") + in_words(choice, path, link, number);
  }
  return text;
}

std::string list_in_words(const Json& schema, const std::string& path, const LinkObject& link,
                          Number number) {
  if (!schema.contains("prefixItems")) {
    return with_number("list", number) + " of " +
           in_words(schema.at("items"), path + "[]", link, Number::kSeveral);
  }
  std::string text;
  for (const Json& item : schema.at("prefixItems")) {
    text += (text.empty() ? "" : " and ") + in_words(item, path + "[]", link, Number::kOne);
  }
  return with_number("list", number) + " of two: " + text;
}

std::string object_in_words(const Json& schema, const std::string& path, const LinkObject& link,
                            Number number) {
  if (schema.contains("properties"))
    return link(schema, path, number == Number::kOne ? "object" : "objects");
  const char* key = schema.contains("propertyNames") ? "number" : "name";
  return with_number("map", number) + " from " + key + " to " +
         in_words(schema.at("additionalProperties"), path + ".*", link, Number::kOne);
}

std::string in_words(const Json& schema, const std::string& path, const LinkObject& link,
                     Number number) {
  if (schema.contains("anyOf")) return choices_in_words(schema.at("anyOf"), path, link, number);
  if (schema.contains("enum")) return words_of_enum(schema.at("enum"), number);
  const std::string type = schema.value("type", "");
  if (type.empty()) return "anything";
  if (type == "array") return list_in_words(schema, path, link, number);
  if (type == "object") return object_in_words(schema, path, link, number);
  if (type == "null") return "null";
  return with_number(type == "string" ? "text" : type, number);
}

}  // namespace

std::string type_in_words(const Json& schema, const std::string& path, const LinkObject& link) {
  return in_words(schema, path, link, Number::kOne);
}

}  // namespace gridlock::pages

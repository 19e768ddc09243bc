// Generates the JSON Schema (draft 2020-12) of the JSON that write.h writes. Both use the same
// descriptions. Only .cc files include this header.
#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "harness/fields/description.h"
#include "harness/fields/words.h"

namespace gridlock::fields {

template <typename Json, typename T>
Json schema_of();

// A container of named elements, which to_json() writes as an object.
template <typename T>
concept Named = requires {
  typename T::mapped_type;
}
|| requires(T value) {
  value.begin()->first.empty();
  value.begin()->second;
};

// Returns the schema of a number. NaN and the infinities are written as words.
template <typename Json>
Json number_schema() {
  return {{"anyOf", {{{"type", "number"}}, {{"enum", {"nan", "inf", "-inf"}}}}}};
}

template <typename Json, typename E>
Json words_schema() {
  Json known = Json::array();
  for (const auto& [value, word] : words(E{})) known.push_back(word);
  return {{"enum", known}};
}

template <typename Json, typename T>
Json named_schema() {
  using Element = std::remove_cvref_t<decltype(*std::declval<T>().begin())>;
  Json schema = {{"type", "object"}};
  if constexpr (std::integral<std::remove_cv_t<typename Element::first_type>>) {
    schema["propertyNames"] = {{"pattern", "^-?[0-9]+$"}};
  }
  schema["additionalProperties"] = schema_of<Json, typename Element::second_type>();
  return schema;
}

template <typename Json, typename... Ts>
Json variant_schema(Type<std::variant<Ts...>>) {
  return {{"anyOf", Json::array({schema_of<Json, Ts>()...})}};
}

template <typename Json, typename A, typename B>
Json pair_schema(Type<std::pair<A, B>>) {
  return {{"type", "array"},
          {"prefixItems", Json::array({schema_of<Json, A>(), schema_of<Json, B>()})},
          {"items", false},
          {"minItems", 2}};
}

// Adds the schema of a field. A field that is always written is required.
template <typename Json, Need need, typename Form, typename T, typename M>
void add_field(Json& schema, const Field<need, Form, T, M>& field) {
  Json& property = schema["properties"][field.name];
  if constexpr (std::same_as<Form, Plain>) {
    property = schema_of<Json, M>();
  } else {
    property = schema_of<Json, typename Form::Written>();
  }
  if constexpr (requires { Form::words(); }) property = {{"enum", Form::words()}};
  if (*field.about != '\0') property["description"] = field.about;
  if (need != Need::kOptional) schema["required"].push_back(field.name);
}

// Returns the schema of an object that has the fields of all `Ts`.
template <typename Json, typename... Ts>
Json object_schema() {
  Json schema = {{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}};
  const auto add = [&](const auto& list) {
    std::apply([&](const auto&... field) { (add_field(schema, field), ...); }, list.fields);
  };
  (add(fields_of(Type<Ts>{})), ...);
  const bool open = (decltype(fields_of(Type<Ts>{}))::kOpen || ...);
  if (!open) schema["additionalProperties"] = false;
  return schema;
}

template <typename Json, typename T>
Json schema_of() {
  if constexpr (Described<T>) {
    return object_schema<Json, T>();
  } else if constexpr (Worded<T>) {
    return words_schema<Json, T>();
  } else if constexpr (std::same_as<T, Json>) {
    return Json::object();  // accepts any value
  } else if constexpr (std::same_as<T, bool>) {
    return {{"type", "boolean"}};
  } else if constexpr (std::integral<T> || std::is_enum_v<T>) {
    return {{"type", "integer"}};
  } else if constexpr (std::floating_point<T>) {
    return number_schema<Json>();
  } else if constexpr (std::convertible_to<T, std::string>) {
    return {{"type", "string"}};
  } else if constexpr (requires(T value) { value.has_value(); }) {
    const Json null = {{"type", "null"}};
    return {{"anyOf", Json::array({schema_of<Json, typename T::value_type>(), null})}};
  } else if constexpr (Named<T>) {
    return named_schema<Json, T>();
  } else if constexpr (requires(T value) { value.begin(); }) {
    return {{"type", "array"}, {"items", schema_of<Json, typename T::value_type>()}};
  } else if constexpr (requires(T value) { value.index(); }) {
    return variant_schema<Json>(Type<T>{});
  } else {
    return pair_schema<Json>(Type<T>{});
  }
}

}  // namespace gridlock::fields

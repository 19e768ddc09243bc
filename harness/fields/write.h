// Writes values as JSON by their descriptions. NaN and the infinities become the words "nan", "inf"
// and "-inf". Only .cc files include this header.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "harness/fields/description.h"
#include "harness/fields/words.h"

namespace gridlock::fields {

template <typename Json, typename T>
Json to_json(const T& value);

// Writes named elements as an object, in the container's order.
template <typename Json>
Json object_of(const auto& elements) {
  Json json = Json::object();
  for (const auto& [name, value] : elements) {
    if constexpr (std::integral<std::remove_cvref_t<decltype(name)>>) {
      json[std::to_string(name)] = to_json<Json>(value);
    } else {
      json[name] = to_json<Json>(value);
    }
  }
  return json;
}

template <typename Json>
Json list_of(const auto& elements) {
  Json json = Json::array();
  for (const auto& element : elements) json.push_back(to_json<Json>(element));
  return json;
}

template <typename Json>
Json number_of(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

// Returns whether the value is the default. For a container, the default is empty.
template <typename M>
bool is_usual(const M& value, const M& usual) {
  if constexpr (requires { value.has_value(); }) {
    return !value.has_value();
  } else if constexpr (requires { value.empty(); } && !std::same_as<M, std::string>) {
    return value.empty();
  } else {
    return value == usual;
  }
}

template <typename Json, Need need, typename Form, typename T, typename M>
void write_field(Json& json, const Field<need, Form, T, M>& field, const T& object) {
  const M& value = object.*field.member;
  if constexpr (need == Need::kOptional) {
    static const T kUsual{};
    if (is_usual(value, kUsual.*field.member)) return;
  }
  if constexpr (std::same_as<Form, Plain>) {
    json[field.name] = to_json<Json>(value);
  } else {
    json[field.name] = to_json<Json>(Form::write(value));
  }
}

template <typename Json, typename T>
Json to_json(const T& value) {
  if constexpr (Described<T>) {
    Json json = Json::object();
    std::apply([&](const auto&... field) { (write_field(json, field, value), ...); },
               fields_of(Type<T>{}).fields);
    return json;
  } else if constexpr (Worded<T>) {
    return word_of(value);
  } else if constexpr (std::floating_point<T>) {
    return number_of<Json>(value);
  } else if constexpr (std::same_as<T, Json> || std::convertible_to<T, std::string>) {
    return value;
  } else if constexpr (requires { value.has_value(); }) {
    return value ? to_json<Json>(*value) : Json();
  } else if constexpr (
      requires {
        value.begin()->first.empty();
        value.begin()->second;
      } ||
      requires { typename T::mapped_type; }) {
    return object_of<Json>(value);
  } else if constexpr (requires { value.begin(); }) {
    return list_of<Json>(value);
  } else if constexpr (requires { value.index(); }) {
    return std::visit([](const auto& plain) { return to_json<Json>(plain); }, value);
  } else if constexpr (requires { value.first; }) {
    return Json::array({to_json<Json>(value.first), to_json<Json>(value.second)});
  } else {
    return value;
  }
}

}  // namespace gridlock::fields

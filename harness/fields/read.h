// Reads values from JSON by their descriptions. Throws Error, which names the field, for all JSON
// that to_json() (write.h) would not write. No JSON makes the reader crash. Only .cc files include
// this header, because its templates are slow to compile.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/fields/description.h"
#include "harness/fields/path.h"
#include "harness/fields/words.h"

namespace gridlock::fields {

template <typename Json, typename T>
void read(const Json& json, T& value, const Path& path);

template <typename Json>
void read_value(const Json& json, bool& value, const Path& path) {
  expect(json.is_boolean(), path, "true or false");
  value = json.template get<bool>();
}

template <typename Json>
void read_value(const Json& json, std::string& value, const Path& path) {
  expect(json.is_string(), path, "a string");
  value = json.template get_ref<const std::string&>();
}

template <typename Json, std::integral T>
void read_value(const Json& json, T& value, const Path& path) {
  expect(json.is_number_integer(), path, "a whole number");
  const bool within = json.is_number_unsigned()
                          ? std::in_range<T>(json.template get<std::uint64_t>())
                          : std::in_range<T>(json.template get<std::int64_t>());
  if (!within) refuse_value(path, "is out of range");
  value = json.template get<T>();
}

template <typename Json>
void read_value(const Json& json, double& value, const Path& path) {
  if (json.is_number()) {
    value = json.template get<double>();
    return;
  }
  const std::string word = json.is_string() ? json.template get<std::string>() : "";
  expect(word == "nan" || word == "inf" || word == "-inf", path, "a number");
  value = word == "nan" ? std::numeric_limits<double>::quiet_NaN()
                        : (word == "inf" ? 1 : -1) * std::numeric_limits<double>::infinity();
}

template <typename Json, Worded E>
void read_value(const Json& json, E& value, const Path& path) {
  std::string word;
  read_value(json, word, path);
  const auto known = value_of<E>(word);
  if (!known) refuse_value(path, "has an unknown word: '" + word + "'");
  value = *known;
}

template <typename Json, typename T>
void read_value(const Json& json, std::optional<T>& value, const Path& path) {
  value.reset();
  if (!json.is_null()) read(json, value.emplace(), path);
}

template <typename Json, typename T>
void read_value(const Json& json, std::vector<T>& values, const Path& path) {
  expect(json.is_array(), path, "a list");
  values.clear();
  for (const Json& item : json) {
    T& value = values.emplace_back();
    read(item, value, Path{.parent = &path, .index = values.size() - 1});
  }
}

template <typename Json, typename A, typename B>
void read_value(const Json& json, std::pair<A, B>& pair, const Path& path) {
  expect(json.is_array() && json.size() == 2, path, "a list of two values");
  read(json[0], pair.first, Path{.parent = &path, .index = 0});
  read(json[1], pair.second, Path{.parent = &path, .index = 1});
}

// Calls read(name, json, path) for each field of an object.
template <typename Json>
void for_each_field(const Json& json, const Path& path, auto read) {
  expect(json.is_object(), path, "an object");
  for (const auto& [name, value] : json.items()) read(name, value, Path{&path, name});
}

template <typename Json, typename T>
void read_value(const Json& json, std::vector<std::pair<std::string, T>>& values,
                const Path& path) {
  values.clear();
  for_each_field(json, path, [&](const std::string& name, const Json& item, const Path& where) {
    read(item, values.emplace_back(name, T{}).second, where);
  });
}

template <typename Json, typename K, typename T>
void read_value(const Json& json, std::map<K, T>& values, const Path& path) {
  values.clear();
  for_each_field(json, path, [&](const std::string& name, const Json& item, const Path& where) {
    K key{};
    if constexpr (std::integral<K>) {
      const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), key);
      const bool whole = error == std::errc() && end == name.data() + name.size();
      if (!whole) refuse_object(path, "'" + name + "' is not a whole number");
    } else {
      key = name;
    }
    read(item, values[key], where);
  });
}

template <typename T, typename Json>
bool fits(const Json& json) {
  if constexpr (std::same_as<T, bool>) return json.is_boolean();
  if constexpr (std::integral<T>) return json.is_number_integer();
  if constexpr (std::floating_point<T>) return json.is_number_float();
  return json.is_string();
}

// Reads the value as the first alternative of the variant that matches the type of the JSON.
template <typename Json, typename... Ts>
void read_value(const Json& json, std::variant<Ts...>& value, const Path& path) {
  const auto read_as = [&]<typename T>(Type<T>) {
    if (fits<T>(json)) read_value(json, value.template emplace<T>(), path);
    return fits<T>(json);
  };
  if (!(read_as(Type<Ts>{}) || ...)) refuse_value(path, "has a value of the wrong type");
}

template <typename Json, Need need, typename Form, typename T, typename M>
void read_field(const Json& json, const Field<need, Form, T, M>& field, T& object,
                const Path& path) {
  const auto found = json.find(field.name);
  if (found == json.end()) {
    if (need != Need::kRequired) return;
    refuse_object(path, std::string("missing field '") + field.name + "'");
  }
  const Path where{&path, field.name};
  if constexpr (std::same_as<Form, Plain>) {
    read(*found, object.*field.member, where);
  } else {
    typename Form::Written written{};
    read(*found, written, where);
    try {
      object.*field.member = Form::read(written);
    } catch (const std::exception& error) {
      refuse_value(where, std::string("makes no sense: ") + error.what());
    }
  }
}

template <typename Json, typename... Fields>
void refuse_unknown(const Json& json, const std::tuple<Fields...>& fields, const Path& path) {
  for (const auto& [name, value] : json.items()) {
    const bool known =
        std::apply([&](const auto&... field) { return ((name == field.name) || ...); }, fields);
    if (!known) refuse_object(path, "unknown field '" + name + "'");
  }
}

template <typename Json, typename T>
void read_object(const Json& json, T& value, const Path& path) {
  constexpr auto kList = fields_of(Type<T>{});
  expect(json.is_object(), path, "an object");
  if constexpr (!kList.kOpen) refuse_unknown(json, kList.fields, path);
  std::apply([&](const auto&... field) { (read_field(json, field, value, path), ...); },
             kList.fields);
}

template <typename Json, typename T>
void read(const Json& json, T& value, const Path& path) {
  if constexpr (Described<T>) {
    read_object(json, value, path);
  } else if constexpr (std::same_as<T, Json>) {
    value = json;
  } else {
    read_value(json, value, path);
  }
}

template <typename T, typename Json>
T from_json(const Json& json) {
  T value{};
  read(json, value, Path{});
  return value;
}

}  // namespace gridlock::fields

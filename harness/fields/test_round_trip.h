// Tests descriptions. A value whose fields all differ from their defaults must survive a round trip
// through JSON, and the JSON must fit the schema. JSON that lacks a required field, or has an
// unknown field or a field of another type, must be refused with an error that names the field.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <typeinfo>

#include "harness/fields/read.h"
#include "harness/fields/schema.h"
#include "harness/fields/test_schema.h"
#include "harness/fields/write.h"

namespace gridlock::fields::testing {

template <typename T>
void fill(T& value, int& next) {
  if constexpr (Described<T>) {
    std::apply([&](const auto&... field) { (fill(value.*field.member, next), ...); },
               fields_of(Type<T>{}).fields);
  } else if constexpr (std::same_as<T, bool>) {
    value = !value;
  } else if constexpr (std::is_enum_v<T>) {
    value = static_cast<T>(1);
  } else if constexpr (std::is_arithmetic_v<T>) {
    value = static_cast<T>(++next);
  } else if constexpr (std::same_as<T, std::string>) {
    value = "text " + std::to_string(++next);
  } else if constexpr (requires { value.has_value(); }) {
    fill(value.emplace(), next);
  } else if constexpr (requires { typename T::mapped_type; }) {
    typename T::key_type key{};
    fill(key, next);
    fill(value[key], next);
  } else if constexpr (
      requires { value.emplace_back().resize(0); } || requires { value.capacity(); }) {
    fill(value.emplace_back(), next);
  } else if constexpr (requires { value.index(); }) {
    fill(value.template emplace<0>(), next);
  } else if constexpr (requires { value.first; }) {
    fill(value.first, next);
    fill(value.second, next);
  } else if constexpr (requires { value.is_object(); }) {
    value = {{"any", ++next}};  // any JSON
  }
}

// A value that converts to any type. members_of() uses it to count the members of an aggregate.
struct Anything {
  template <typename M>
  operator M() const;  // NOLINT(google-explicit-constructor)
};

template <typename T, typename... Members>
constexpr std::size_t members_of() {
  if constexpr (requires { T{Members{}..., Anything{}}; }) {
    return members_of<T, Members..., Anything>();
  } else {
    return sizeof...(Members);
  }
}

// Returns whether each field describes a different member.
template <typename... Fields>
bool are_distinct(const std::tuple<Fields...>& fields) {
  const auto same = [](const auto& a, const auto& b) {
    if constexpr (std::same_as<decltype(a.member), decltype(b.member)>) {
      return a.member == b.member;
    } else {
      return false;
    }
  };
  const auto once = [&](const auto& one) {
    return std::apply([&](const auto&... field) { return (same(one, field) + ...); }, fields) == 1;
  };
  return std::apply([&](const auto&... field) { return (once(field) && ...); }, fields);
}

template <typename T, typename Json>
std::string complaint(const Json& json) {
  try {
    from_json<T>(json);
    return "none";
  } catch (const Error& error) {
    return error.what();
  }
}

// Returns whether the field accepts any JSON. No value has a wrong type for such a field.
template <typename Form, typename M, typename Json>
constexpr bool takes_anything() {
  if constexpr (std::same_as<Form, Plain>) {
    return std::same_as<M, Json>;
  } else {
    return std::same_as<typename Form::Written, Json>;
  }
}

template <typename Json, Need need, typename Form, typename T, typename M>
void expect_refused(const Json& good, const Field<need, Form, T, M>& field) {
  const std::string quoted = std::string("field '") + field.name + "'";
  Json bad = good;
  bad.erase(field.name);
  EXPECT_EQ(complaint<T>(bad), need == Need::kRequired ? "missing " + quoted : "none");
  if constexpr (!takes_anything<Form, M, Json>()) {
    bad[field.name] = good[field.name].is_object() ? Json(1) : Json::object();
    EXPECT_THAT(complaint<T>(bad), ::testing::HasSubstr(quoted + " should be"));
  }
}

// Replaces each value in the JSON by other values. The reader must accept the result or throw
// Error; any other exception fails the test.
template <typename T, typename Json>
void expect_no_crash(const Json& good) {
  const Json flat = good.flatten();
  for (const auto& [pointer, value] : flat.items()) {
    for (const Json& other : {Json(), Json(true), Json(-1), Json(~std::uint64_t{0}), Json(1.5),
                              Json("0-3"), Json(""), Json::array({1}), Json::object({{"1", 1}})}) {
      Json bad = good;
      bad[typename Json::json_pointer(pointer)] = other;
      complaint<T>(bad);
    }
  }
}

template <typename T, typename Json>
void expect_round_trip() {
  SCOPED_TRACE(typeid(T).name());
  constexpr auto kList = fields_of(Type<T>{});
  EXPECT_EQ(members_of<T>(), std::tuple_size_v<decltype(kList.fields)>);
  EXPECT_TRUE(are_distinct(kList.fields));
  T value{};
  int next = 0;
  fill(value, next);
  const Json good = to_json<Json>(value);
  EXPECT_EQ(good.size(), std::tuple_size_v<decltype(kList.fields)>) << good;
  EXPECT_EQ(complaint<T>(good), "none");
  EXPECT_EQ(to_json<Json>(from_json<T>(good)), good);
  EXPECT_EQ(mismatch(schema_of<Json, T>(), good), "");
  EXPECT_EQ(mismatch(schema_of<Json, T>(), to_json<Json>(T{})), "");
  std::apply([&](const auto&... field) { (expect_refused(good, field), ...); }, kList.fields);
  Json bad = good;
  bad["surplus"] = 1;
  EXPECT_EQ(complaint<T>(bad), kList.kOpen ? "none" : "unknown field 'surplus'");
  EXPECT_EQ(complaint<T>(Json(1)), "the value should be an object");
  expect_no_crash<T>(good);
}

template <typename Json, typename... Ts>
void expect_round_trips() {
  (expect_round_trip<Ts, Json>(), ...);
}

}  // namespace gridlock::fields::testing

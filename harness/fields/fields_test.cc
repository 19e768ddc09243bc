#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/fields/read.h"
#include "harness/fields/variants.h"
#include "harness/fields/write.h"

namespace gridlock::fields::testing {

enum class Color { kRed, kGreen };

Words<Color> words(Color) {
  static constexpr std::array<std::pair<Color, const char*>, 2> kColors{
      {{Color::kRed, "red"}, {Color::kGreen, "green"}}};
  return kColors;
}

struct Leaf {
  std::uint8_t number = 7;
  Color color = Color::kRed;
};

constexpr auto fields_of(Type<Leaf>) {
  return List{
      required("number", &Leaf::number),
      optional("color", &Leaf::color),
  };
}

struct Tree {
  bool flag = false;
  double value = 0;
  std::string text = "usual";
  std::vector<Leaf> leaves;
  std::optional<Leaf> one;
  std::map<int, std::vector<int>> by_rank;
  std::map<std::string, double> by_name;
  std::vector<std::pair<std::string, std::variant<bool, std::int64_t, std::string>>> axes;
  std::vector<std::pair<int, std::uint32_t>> pairs;
};

constexpr auto fields_of(Type<Tree>) {
  return List{
      optional("flag", &Tree::flag),
      optional("value", &Tree::value),
      optional("text", &Tree::text),
      optional("leaves", &Tree::leaves),
      usual("one", &Tree::one),
      optional("by_rank", &Tree::by_rank),
      optional("by_name", &Tree::by_name),
      optional("axes", &Tree::axes),
      optional("pairs", &Tree::pairs),
  };
}

struct Open {
  int known = 0;
};

constexpr auto fields_of(Type<Open>) {
  return OpenList{required("known", &Open::known)};
}

namespace {

using Json = nlohmann::ordered_json;
using Either = std::variant<Leaf, Open>;

constexpr Tags<Either> kEither{"type", {"leaf", "open"}};

std::string rewritten(const char* text) {
  return to_json<Json>(from_json<Tree>(Json::parse(text))).dump();
}

template <typename T = Tree>
std::string complaint(const char* text) {
  try {
    from_json<T>(Json::parse(text));
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(Fields, WhatIsReadIsWrittenAgain) {
  const char* const text =
      R"({"flag":true,"value":1.5,"text":"x","leaves":[{"number":1},{"number":2,"color":"green"}],)"
      R"("one":{"number":3},"by_rank":{"0":[1,2],"3":[]},"by_name":{"a":"nan"},)"
      R"("axes":{"z":"word","a":4,"b":true},"pairs":[[0,17]]})";
  EXPECT_EQ(rewritten(text), text);
}

TEST(Fields, OptionalFieldsWithTheirDefaultAreLeftOut) {
  EXPECT_EQ(rewritten(R"({"flag":false,"text":"usual","leaves":[]})"), R"({"one":null})");
  EXPECT_EQ(from_json<Tree>(Json::parse("{}")).text, "usual");
}

TEST(Fields, NumbersThatAreNotFiniteAreWords) {
  EXPECT_EQ(rewritten(R"({"value":"-inf"})"), R"({"value":"-inf","one":null})");
  EXPECT_TRUE(std::isnan(from_json<Tree>(Json::parse(R"({"value":"nan"})")).value));
  EXPECT_EQ(complaint(R"({"value":"many"})"), "field 'value' should be a number");
}

TEST(Fields, AreRefusedByNameAndPath) {
  EXPECT_EQ(complaint("[]"), "the value should be an object");
  EXPECT_EQ(complaint(R"({"x":1})"), "unknown field 'x'");
  EXPECT_EQ(complaint(R"({"leaves":[{"number":1},{"x":1}]})"), "in leaves[1]: unknown field 'x'");
  EXPECT_EQ(complaint(R"({"leaves":[{}]})"), "in leaves[0]: missing field 'number'");
  EXPECT_EQ(complaint(R"({"one":{}})"), "in one: missing field 'number'");
  EXPECT_EQ(complaint(R"({"flag":1})"), "field 'flag' should be true or false");
  EXPECT_EQ(complaint(R"({"text":1})"), "field 'text' should be a string");
  EXPECT_EQ(complaint(R"({"leaves":{}})"), "field 'leaves' should be a list");
  EXPECT_EQ(complaint(R"({"leaves":[1]})"), "field 'leaves[0]' should be an object");
  EXPECT_EQ(complaint(R"({"leaves":[{"number":1.5}]})"),
            "in leaves[0]: field 'number' should be a whole number");
  EXPECT_EQ(complaint(R"({"leaves":[{"number":256}]})"),
            "in leaves[0]: field 'number' is out of range");
  EXPECT_EQ(complaint(R"({"leaves":[{"number":-1}]})"),
            "in leaves[0]: field 'number' is out of range");
  EXPECT_EQ(complaint(R"({"leaves":[{"number":1,"color":"blue"}]})"),
            "in leaves[0]: field 'color' has an unknown word: 'blue'");
  EXPECT_EQ(complaint(R"({"by_rank":{"0":[1,"x"]}})"),
            "in by_rank: field '0[1]' should be a whole number");
  EXPECT_EQ(complaint(R"({"by_rank":{"one":[]}})"), "in by_rank: 'one' is not a whole number");
  EXPECT_EQ(complaint(R"({"axes":{"cp":[]}})"),
            "in axes: field 'cp' has a value of the wrong type");
  EXPECT_EQ(complaint(R"({"pairs":[[1]]})"), "field 'pairs[0]' should be a list of two values");
}

TEST(Fields, AnOpenListIgnoresOthers) {
  EXPECT_EQ(from_json<Open>(Json::parse(R"({"known":1,"x":2})")).known, 1);
  EXPECT_EQ(complaint<Open>(R"({"x":2})"), "missing field 'known'");
}

TEST(Tagged, AlternativesAreToldApartByAWord) {
  const auto either = from_json(Json::parse(R"({"type":"leaf","number":3})"), kEither);
  EXPECT_EQ(std::get<Leaf>(either).number, 3);
  EXPECT_EQ(to_json<Json>(either, kEither).dump(), R"({"number":3,"type":"leaf"})");
}

TEST(Tagged, OthersAreRefused) {
  for (const auto& [text, why] : std::map<const char*, const char*>{
           {"1", "the value should be an object"},
           {"{}", "field 'type' has an unknown word: null"},
           {R"({"type":"dance"})", "field 'type' has an unknown word: \"dance\""},
           {R"({"type":"leaf"})", "missing field 'number'"}}) {
    try {
      from_json(Json::parse(text), kEither);
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), why);
    }
  }
}

}  // namespace
}  // namespace gridlock::fields::testing

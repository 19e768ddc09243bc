#include "harness/pages/fields_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "harness/fields/schema.h"

namespace gridlock::pages {

struct Leaf {
  int number = 0;
};

constexpr auto fields_of(fields::Type<Leaf>) {
  return fields::List{fields::required("number", &Leaf::number, "its number")};
}

struct Tree {
  std::vector<Leaf> leaves;
  std::optional<Leaf> one;
  std::map<int, std::vector<double>> series;
  std::pair<int, bool> pair;
  std::string text;
};

constexpr auto fields_of(fields::Type<Tree>) {
  return fields::List{
      fields::required("leaves", &Tree::leaves, "all of them"),
      fields::usual("one", &Tree::one, "a | b"),
      fields::optional("series", &Tree::series, "by rank"),
      fields::usual("pair", &Tree::pair, "two"),
      fields::usual("text", &Tree::text, "a text"),
  };
}

namespace {

using nlohmann::ordered_json;
using ::testing::HasSubstr;

std::string tree_page() {
  return fields_page({{"tree", "what grows", fields::schema_of<ordered_json, Tree>},
                      {"choice", "either", [] {
                         ordered_json leaf = fields::schema_of<ordered_json, Leaf>();
                         leaf["title"] = "a leaf";
                         return ordered_json{{"anyOf", ordered_json::array({leaf})}};
                       }}});
}

TEST(FieldsPage, HasTheTypeAndTheMeaningOfEachField) {
  EXPECT_THAT(tree_page(),
              HasSubstr("## tree\n\nWhat grows. `gridlock schema tree` prints the JSON "
                        "Schema.\n\n"
                        "| key | type | meaning |\n|---|---|---|\n"
                        "| `leaves` | list of [objects](#leaves) | all of them |\n"
                        "| `one` | [object](#leaves) or null | a \\| b |\n"
                        "| `series` | map from number to list of numbers; optional | by rank |\n"
                        "| `pair` | list of two: integer and boolean | two |\n"
                        "| `text` | text | a text |\n"));
}

TEST(FieldsPage, DescribesAnObjectOnceByItsPath) {
  const std::string described =
      "### `leaves[]`\n\n| key | type | meaning |\n|---|---|---|\n"
      "| `number` | integer | its number |\n";
  EXPECT_THAT(tree_page(), HasSubstr(described));
  EXPECT_EQ(tree_page().find("### `one`"), std::string::npos);
}

TEST(FieldsPage, AlternativesHaveTheirTitles) {
  EXPECT_THAT(tree_page(), HasSubstr("### choice: a leaf\n"));
}

}  // namespace
}  // namespace gridlock::pages

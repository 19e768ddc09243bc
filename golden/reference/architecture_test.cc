#include "golden/reference/architecture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::golden::reference {
namespace {

using ::testing::HasSubstr;

Shapes two_layers() {
  return shapes_of(
      {.heads = {4, 2}, .head_width = 6, .layers = 2, .vocabulary = 11, .width = 5, .hidden = 7});
}

std::string refusal_of(const Shapes& shapes, const Heads& heads = {4, 2}) {
  try {
    architecture_of(shapes, heads);
  } catch (const ArchitectureError& error) {
    return error.what();
  }
  return "nothing is wrong";
}

TEST(Architecture, IsToldByTheShapes) {
  const Architecture architecture = architecture_of(two_layers(), {4, 2});
  EXPECT_EQ(architecture.layers, 2);
  EXPECT_EQ(architecture.vocabulary, 11);
  EXPECT_EQ(architecture.width, 5);
  EXPECT_EQ(architecture.head_width, 6);
  EXPECT_EQ(architecture.hidden, 7);
}

TEST(Architecture, HeadsMustFit) {
  EXPECT_THAT(refusal_of(two_layers(), {4, 3}), HasSubstr("must divide"));
  EXPECT_THAT(refusal_of(two_layers(), {0, 0}), HasSubstr("must divide"));
  EXPECT_THAT(refusal_of(two_layers(), {8, 2}), HasSubstr("24 cannot be split into 8 heads"));
  EXPECT_THAT(refusal_of(two_layers(), {4, 1}), HasSubstr("has shape [12, 5] instead of [6, 5]"));
}

TEST(Architecture, ParametersOfAnotherModelAreRefused) {
  Shapes shapes = two_layers();
  shapes["out.bias"] = {11};
  EXPECT_THAT(refusal_of(shapes), HasSubstr("parameter out.bias is not part"));
  shapes = two_layers();
  shapes.erase("blocks.1.attention.v.weight");
  EXPECT_THAT(refusal_of(shapes), HasSubstr("blocks.1.attention.v.weight is missing"));
  shapes = two_layers();
  shapes["embedding.weight"] = {55};
  EXPECT_THAT(refusal_of(shapes), HasSubstr("embedding.weight is not a matrix"));
  EXPECT_THAT(refusal_of({}), HasSubstr("embedding.weight is missing"));
}

}  // namespace
}  // namespace gridlock::golden::reference

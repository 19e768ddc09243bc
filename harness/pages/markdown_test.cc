#include "harness/pages/markdown.h"

#include <gtest/gtest.h>

namespace gridlock::pages {
namespace {

TEST(Markdown, ProseIsOneLineWithoutMarkup) {
  EXPECT_EQ(prose("a line,\n and another"), "a line, and another");
  EXPECT_EQ(prose("* matches <all>"), "\\* matches \\<all>");
  EXPECT_EQ(prose("TORCH_TRACE, _dynamo"), "TORCH_TRACE, \\_dynamo");
  EXPECT_EQ(prose("as `a*b` prints"), "as `a*b` prints");
}

TEST(Markdown, ABarEndsNoCell) {
  EXPECT_EQ(table({"option", "default"}, {{code("--tier a|b"), ""}}),
            "| option | default |\n|---|---|\n| `--tier a\\|b` | |\n\n");
}

TEST(Markdown, AnchorsAreThoseOfGitHub) {
  EXPECT_EQ(anchor("gridlock golden record"), "gridlock-golden-record");
  EXPECT_EQ(anchor("`reports[].states[]`"), "reportsstates");
  EXPECT_EQ(link("run", "gridlock run"), "[run](#gridlock-run)");
}

}  // namespace
}  // namespace gridlock::pages

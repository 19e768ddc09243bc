#include "ci/pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace gridlock::ci {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

auto words(const std::string& text) {
  std::istringstream stream(text);
  return std::distance(std::istream_iterator<std::string>(stream), {});
}

TEST(Pages, EveryLinkLeadsSomewhere) {
  EXPECT_THAT(broken_links(HOUSE_ROOT), IsEmpty());
}

// Returns whether the page is generated from the code (harness/pages). Such a page may be long,
// because readers search in it instead of reading all of it.
bool is_reference(const Page& page) {
  return page.text.find("\n<!-- Generated: ") != std::string::npos;
}

// Limits the lengths of pages. A new user should read the README in five minutes and any other page
// in ten.
TEST(Pages, AreShort) {
  for (const Page& page : pages(HOUSE_ROOT)) {
    const auto lines = std::ranges::count(page.text, '\n');
    if (page.path == "README.md") {
      EXPECT_LE(lines, 150);
      EXPECT_LE(words(page.text), 1200);
    }
    const bool is_measured = page.path.starts_with("docs/results/");
    if (page.path.starts_with("docs/") && !is_measured && !is_reference(page)) {
      EXPECT_LE(lines, 250) << page.path;
    }
  }
}

TEST(Pages, LinksToOtherSitesAndWithinFencesAreLeftOut) {
  EXPECT_THAT(links_of("[a](b.md), [c](d.md#e)\n[f](https://g.h)\n```\n[i](j.md)\n```\n[k](#l)\n"),
              ElementsAre("b.md", "d.md#e", "#l"));
}

TEST(Pages, HeadingsHaveAnchors) {
  EXPECT_THAT(anchors_of("# Aborts at exit\n\n#include\n```\n# no heading\n```\n"
                         "### What `torch.compile` did: C++\n"),
              ElementsAre("aborts-at-exit", "what-torchcompile-did-c"));
}

}  // namespace
}  // namespace gridlock::ci

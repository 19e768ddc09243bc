// Checks the pages for people: README.md, CONTRIBUTING.md, CHANGELOG.md and those of docs/.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::ci {

struct Page {
  std::string path;  // from the root
  std::string text;
};
std::vector<Page> pages(const std::filesystem::path& root);

// Returns the targets of a page's links, "docs/hang.md#crashes", without those to other sites. Text
// between fences has no links.
std::vector<std::string> links_of(std::string_view markdown);

// Returns the anchors of the page's headings, as GitHub makes them: "aborts-at-exit".
std::vector<std::string> anchors_of(std::string_view markdown);

// Returns one sentence for each link to a missing file or heading.
std::vector<std::string> broken_links(const std::filesystem::path& root);

}  // namespace gridlock::ci

// Checks the pages for people: README.md, CONTRIBUTING.md, CHANGELOG.md and the pages in docs/.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::ci {

struct Page {
  std::string path;  // relative to the root
  std::string text;
};
std::vector<Page> pages(const std::filesystem::path& root);

// Returns the targets of a page's links, such as "docs/hang.md#crashes", without links to other
// sites. Ignores text between code fences.
std::vector<std::string> links_of(std::string_view markdown);

// Returns the anchors that GitHub generates from the page's headings, such as "aborts-at-exit".
std::vector<std::string> anchors_of(std::string_view markdown);

// Returns one sentence for each link to a missing file or heading.
std::vector<std::string> broken_links(const std::filesystem::path& root);

}  // namespace gridlock::ci

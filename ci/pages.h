// The pages for people: README.md, CONTRIBUTING.md, CHANGELOG.md and those of docs/.
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

// Where the links of a page lead, "docs/hang.md#crashes", without those to other sites. Text
// between fences has no links.
std::vector<std::string> links_of(std::string_view markdown);

// The anchors of its headings, as GitHub makes them: "aborts-at-exit".
std::vector<std::string> anchors_of(std::string_view markdown);

// One sentence for each link to a file or a heading that is not there.
std::vector<std::string> broken_links(const std::filesystem::path& root);

}  // namespace gridlock::ci

#include "ci/pages.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <sstream>

namespace gridlock::ci {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Returns the lines outside code fences.
std::vector<std::string> prose_of(std::string_view markdown) {
  std::istringstream stream{std::string(markdown)};
  std::vector<std::string> lines;
  bool fenced = false;
  for (std::string line; std::getline(stream, line);) {
    const bool fence = line.starts_with("```");
    if (!fence && !fenced) lines.push_back(line);
    fenced ^= fence;
  }
  return lines;
}

std::string anchor_of(std::string_view title) {
  std::string anchor;
  for (const unsigned char c : title) {
    if (c == ' ') anchor += '-';
    if (std::isalnum(c) || c == '-' || c == '_') anchor += static_cast<char>(std::tolower(c));
  }
  return anchor;
}

bool leads_somewhere(const fs::path& root, const Page& page, const std::string& link) {
  const std::string file = link.substr(0, link.find('#'));
  const fs::path target = file.empty() ? root / page.path : (root / page.path).parent_path() / file;
  if (!fs::exists(target)) return false;
  if (file.size() == link.size()) return true;
  const auto anchors = anchors_of(read(target));
  return std::ranges::find(anchors, link.substr(file.size() + 1)) != anchors.end();
}

}  // namespace

std::vector<Page> pages(const fs::path& root) {
  std::vector<Page> found;
  for (const char* path : {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"})
    found.push_back({path, read(root / path)});
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() != ".md") continue;
    found.push_back({fs::relative(entry.path(), root), read(entry.path())});
  }
  return found;
}

std::vector<std::string> links_of(std::string_view markdown) {
  static const std::regex kLink(R"(\]\(([^()\s]+)\))");
  std::vector<std::string> links;
  for (const std::string& line : prose_of(markdown)) {
    for (std::sregex_iterator link(line.begin(), line.end(), kLink), end; link != end; ++link) {
      const std::string target = (*link)[1];
      if (target.find("://") == std::string::npos) links.push_back(target);
    }
  }
  return links;
}

std::vector<std::string> anchors_of(std::string_view markdown) {
  std::vector<std::string> anchors;
  for (const std::string& line : prose_of(markdown)) {
    const std::size_t level = line.find_first_not_of('#');
    if (level == 0 || level == std::string::npos || line[level] != ' ') continue;
    anchors.push_back(anchor_of(std::string_view(line).substr(level + 1)));
  }
  return anchors;
}

std::vector<std::string> broken_links(const fs::path& root) {
  std::vector<std::string> faults;
  for (const Page& page : pages(root)) {
    for (const std::string& link : links_of(page.text)) {
      if (!leads_somewhere(root, page, link))
        faults.push_back(page.path + ": the target of the link " + link + " does not exist");
    }
  }
  return faults;
}

}  // namespace gridlock::ci

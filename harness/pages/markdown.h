// Parts of a Markdown page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::pages {

// Returns the text in one line, with what Markdown would take for markup escaped, except within
// `code`.
std::string prose(std::string_view text);

// Returns "`--jobs N`"; "" for "".
std::string code(std::string_view text);

// Returns the anchor that GitHub gives a heading: "gridlock-golden-record".
std::string anchor(std::string_view heading);

// Returns "[text](#anchor-of-the-heading)".
std::string link(std::string_view text, std::string_view heading);

// Returns a table and an empty line. The cells are prose, code or links.
std::string table(const std::vector<std::string>& head,
                  const std::vector<std::vector<std::string>>& rows);

// Returns a page's title, and the line by which people and tests know that it is generated.
// `command` prints the page.
std::string page_head(std::string_view title, std::string_view command);

}  // namespace gridlock::pages

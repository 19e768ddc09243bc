// Formats parts of a Markdown page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::pages {

// Returns the text on one line. Escapes characters that Markdown would treat as markup, except
// inside `code`.
std::string prose(std::string_view text);

// Returns the text as code, such as "`--jobs N`". Returns "" for "".
std::string code(std::string_view text);

// Returns the anchor that GitHub generates for a heading, such as "gridlock-golden-record".
std::string anchor(std::string_view heading);

// Returns a link of the form "[text](#anchor-of-the-heading)".
std::string link(std::string_view text, std::string_view heading);

// Returns a table and an empty line. The cells are results of prose(), code() or link().
std::string table(const std::vector<std::string>& head,
                  const std::vector<std::vector<std::string>>& rows);

// Returns the title of a page and a line that says that the page is generated. Users read this
// line, and a test looks for it. `command` prints the page.
std::string page_head(std::string_view title, std::string_view command);

}  // namespace gridlock::pages

#include "harness/pages/markdown.h"

#include <cctype>

namespace gridlock::pages {
namespace {

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// Returns whether Markdown would treat the character at `i` as markup. It does not treat an
// underscore inside a word as markup.
bool is_markup(std::string_view text, std::size_t i) {
  if (text[i] == '*' || text[i] == '<') return true;
  if (text[i] != '_') return false;
  return i == 0 || i + 1 == text.size() || !is_letter(text[i - 1]) || !is_letter(text[i + 1]);
}

std::string in_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n';
    if (!space) line += c;
    if (space && !line.empty() && line.back() != ' ') line += ' ';
  }
  return line;
}

// Returns a row of a table. Escapes "|", which would end a table cell even inside code.
std::string table_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) {
    row += " ";
    for (const char c : cell) row += c == '|' ? "\\|" : std::string(1, c);
    row += cell.empty() ? "|" : " |";
  }
  return row + "\n";
}

}  // namespace

std::string prose(std::string_view text) {
  const std::string line = in_one_line(text);
  std::string result;
  bool in_code = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '`') in_code = !in_code;
    if (!in_code && is_markup(line, i)) result += '\\';
    result += line[i];
  }
  return result;
}

std::string code(std::string_view text) {
  return text.empty() ? "" : "`" + std::string(text) + "`";
}

std::string anchor(std::string_view heading) {
  std::string name;
  for (const char c : heading) {
    if (c == ' ') name += '-';
    if (is_letter(c) || c == '-' || c == '_')
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return name;
}

std::string link(std::string_view text, std::string_view heading) {
  return "[" + std::string(text) + "](#" + anchor(heading) + ")";
}

std::string table(const std::vector<std::string>& head,
                  const std::vector<std::vector<std::string>>& rows) {
  std::string text = table_row(head) + "|";
  for (std::size_t i = 0; i < head.size(); ++i) text += "---|";
  text += "\n";
  for (const auto& row : rows) text += table_row(row);
  return text + "\n";
}

std::string page_head(std::string_view title, std::string_view command) {
  return "# " + std::string(title) + "\n\n<!-- Generated: " + std::string(command) + " -->\n\n";
}

}  // namespace gridlock::pages

#include "harness/pages/command_page.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "harness/pages/markdown.h"

namespace gridlock::pages {
namespace {

using arguments::CommandManual;
using arguments::OptionManual;

constexpr const char* kTitle = "Commands";

std::vector<std::string> paragraphs_of(const std::string& text) {
  std::vector<std::string> paragraphs;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", begin), text.size());
    if (end > begin) paragraphs.push_back(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return paragraphs;
}

std::string fenced(const std::string& lines) {
  return "```\n" + lines + "\n```\n\n";
}

std::string without_indentation(const std::string& paragraph) {
  std::istringstream lines(paragraph);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    text += (text.empty() ? "" : "\n") + (line.starts_with("  ") ? line.substr(2) : line);
  }
  return text;
}

std::string sentence(const std::string& paragraph) {
  const std::string text = prose(paragraph);
  return text.ends_with('.') || text.ends_with(':') ? text : text + ".";
}

// Formats a paragraph of a command's help. Indented paragraphs are examples.
std::string paragraph_text(const std::string& paragraph) {
  if (paragraph.starts_with("  ")) return fenced(without_indentation(paragraph));
  return sentence(paragraph) + "\n\n";
}

std::string about_text(const std::string& about) {
  std::string text;
  for (const std::string& paragraph : paragraphs_of(about)) text += paragraph_text(paragraph);
  return text;
}

std::string default_text(const OptionManual& option) {
  const bool is_option = option.names.starts_with('-');
  return is_option && option.required ? "required" : code(option.fallback);
}

std::string options_text(const std::vector<OptionManual>& options) {
  if (options.empty()) return "";
  std::vector<std::vector<std::string>> rows;
  for (const OptionManual& option : options)
    rows.push_back({code(option.names), prose(option.about), default_text(option)});
  return table({"option", "meaning", "default"}, rows);
}

std::string exit_codes_text(const CommandManual& command) {
  const bool own = command.about.find("xit code") != std::string::npos;
  const bool is_group = command.options.empty() && !command.commands.empty();
  return own || is_group ? "" : "Exit codes: " + link("those of all commands", kTitle) + ".\n\n";
}

std::string command_text(const CommandManual& command, const std::string& level) {
  std::string text = level + " " + command.name + "\n\n" + fenced(command.synopsis) +
                     about_text(command.about) + options_text(command.options) +
                     exit_codes_text(command);
  for (const CommandManual& inner : command.commands) text += command_text(inner, level + "#");
  return text;
}

std::string short_name(const CommandManual& command) {
  return command.name.substr(command.name.rfind(' ') + 1);
}

std::string list_of_commands(const std::vector<CommandManual>& commands) {
  std::vector<std::vector<std::string>> rows;
  for (const CommandManual& command : commands) {
    rows.push_back(
        {link(short_name(command), command.name), prose(paragraphs_of(command.about).front())});
  }
  return table({"command", "what it does"}, rows);
}

}  // namespace

std::string command_page(const CommandManual& program) {
  std::string text = page_head(kTitle, "./gridlock pages cli > docs/cli.md") +
                     about_text(program.about) +
                     "[exit-codes.md](exit-codes.md) has more on exit codes. `gridlock help "
                     "COMMAND` prints the section of one command. If an option has no default in "
                     "its row, its meaning says what happens without the option.\n\n" +
                     list_of_commands(program.commands);
  for (const CommandManual& command : program.commands) text += command_text(command, "##");
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace gridlock::pages

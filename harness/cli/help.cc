#include "harness/cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/process/files.h"
#include "harness/text/names.h"
#include "harness/workspace/installation.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

using Names = std::vector<std::string>;

std::filesystem::path folder_of_pages() {
  return workspace::installation().root / "docs";
}

std::string page(const std::string& topic) {
  return process::read_text(folder_of_pages() / (topic + ".md"));
}

// Returns the text of the page's first heading.
std::string title_of(const std::string& text) {
  return text.starts_with("# ") ? text.substr(2, text.find('\n') - 2) : "";
}

bool has(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

Names topics() {
  Names names;
  std::error_code none;  // an installation without pages
  for (const auto& entry : std::filesystem::directory_iterator(folder_of_pages(), none)) {
    if (entry.path().extension() == ".md") names.push_back(entry.path().stem());
  }
  std::ranges::sort(names);
  return names;
}

std::string topics_text(const Names& commands) {
  std::string text = "Topics (gridlock help TOPIC prints the page):";
  for (const std::string& topic : topics()) {
    const std::string word = has(commands, topic) ? topic + ".md" : topic;
    text += fmt::format("\n  {:<28}{}", word, title_of(page(topic)));
  }
  return text;
}

std::string topic_text(const std::string& topic, const Names& commands) {
  const std::string name = topic.ends_with(".md") ? topic.substr(0, topic.size() - 3) : topic;
  Names known = topics();
  if (has(known, name)) return page(name);
  known.insert(known.end(), commands.begin(), commands.end());
  throw matrix::InputError(fmt::format("no command or topic {}{}; see gridlock help", topic,
                                       text::did_you_mean(topic, known)));
}

void add_help(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand("help",
                     "Print the help of a command, or a page of docs/\n\n"
                     "  gridlock help                # the commands and the topics\n"
                     "  gridlock help golden record\n"
                     "  gridlock help hang\n"
                     "  gridlock help minimize.md    # the page, not the command");
  auto topic = std::make_shared<std::string>();
  command.option("topic", *topic, "A command, or the name of a page with or without .md")
      .type_name("COMMAND|TOPIC")
      .required();
  app.footer([app] { return topics_text(app.command_names()); });
  command.action([app, topic, &exit_code] {
    std::cout << topic_text(*topic, app.command_names());
    exit_code = kExpected;
  });
}

}  // namespace gridlock::cli

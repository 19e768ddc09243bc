// gridlock help: prints a page of docs/. The help of commands is harness/main's.
#pragma once

#include <string>
#include <vector>

namespace gridlock::cli {

// Returns the names of the pages in docs/, sorted: "hang".
std::vector<std::string> topics();

// Returns the topics, each with its title, for the end of `gridlock help`. A topic with the name of
// one of `commands` is listed as `help` takes it, "minimize.md".
std::string topics_text(const std::vector<std::string>& commands);

// Returns the page. A topic may end with ".md". Throws matrix::InputError that suggests the nearest
// topic or command.
std::string topic_text(const std::string& topic, const std::vector<std::string>& commands);

}  // namespace gridlock::cli

// gridlock help: prints a page of docs/. The help of commands is printed by harness/main.
#pragma once

#include <string>
#include <vector>

namespace gridlock::cli {

// Returns the names of the pages in docs/, such as "hang", sorted.
std::vector<std::string> topics();

// Returns the topics with their titles, for the end of `gridlock help`. If a topic has the name of
// one of `commands`, `help` prints the help of that command, so the topic is listed as
// "minimize.md".
std::string topics_text(const std::vector<std::string>& commands);

// Returns the text of a page. The topic may end with ".md". Throws matrix::InputError, which
// suggests the nearest topic or command.
std::string topic_text(const std::string& topic, const std::vector<std::string>& commands);

}  // namespace gridlock::cli

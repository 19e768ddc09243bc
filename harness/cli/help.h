// gridlock help: prints a page of docs/. harness/main prints the help of commands.
#pragma once

#include <string>
#include <vector>

namespace gridlock::cli {

// Returns the sorted names of the pages in docs/, such as "hang".
std::vector<std::string> topics();

// Returns the topics with their titles, for the end of `gridlock help`. A topic with the name of
// one of `commands` is listed with the suffix ".md", such as "minimize.md", because `help` then
// prints the page and not the command's help.
std::string topics_text(const std::vector<std::string>& commands);

// Returns the text of the page. A topic may end with ".md". Throws matrix::InputError, which
// suggests the nearest topic or command.
std::string topic_text(const std::string& topic, const std::vector<std::string>& commands);

}  // namespace gridlock::cli

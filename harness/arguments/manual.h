// The help of a command as data. The documentation pages of the command line are made from it.
#pragma once

#include <string>
#include <vector>

namespace gridlock::arguments {

class Command;

struct OptionManual {
  // Text such as "-n, --nproc-per-node N". For a positional argument, "CELL" or "FILE, --matrix
  // FILE".
  std::string names;
  std::string about;     // the text that help prints next to the names
  std::string fallback;  // the default; "" if there is none or if `about` states it
  bool required = false;
};

struct CommandManual {
  std::string name;      // "gridlock golden record"
  std::string synopsis;  // "gridlock golden record [OPTIONS] [RUN]"
  std::string about;     // paragraphs; a paragraph that begins with two spaces is an example
  std::vector<OptionManual> options;    // positional arguments first; excludes --help
  std::vector<CommandManual> commands;  // the subcommands
};

// Returns the help of the command. Hidden options are left out.
CommandManual manual_of(const Command& command);

}  // namespace gridlock::arguments

// The help of a command as data, for documentation pages of the command line.
#pragma once

#include <string>
#include <vector>

namespace gridlock::arguments {

class Command;

struct OptionManual {
  // "-n, --nproc-per-node N"; for a positional argument "CELL", or "FILE, --matrix FILE"
  std::string names;
  std::string about;     // the text that help prints next to the names
  std::string fallback;  // the default; "" means none, or that `about` states it
  bool required = false;
};

struct CommandManual {
  std::string name;      // "gridlock golden record"
  std::string synopsis;  // "gridlock golden record [OPTIONS] [RUN]"
  std::string about;     // paragraphs; a paragraph that begins with two spaces is an example
  std::vector<OptionManual> options;    // positional arguments first; excludes --help
  std::vector<CommandManual> commands;  // the subcommands
};

// Returns the command's help, without hidden options.
CommandManual manual_of(const Command& command);

}  // namespace gridlock::arguments

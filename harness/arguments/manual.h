// The help of a command as data, for pages that describe the command line.
#pragma once

#include <string>
#include <vector>

namespace gridlock::arguments {

class Command;

struct OptionManual {
  std::string names;     // "-n, --nproc-per-node N"; positional: "CELL", or "FILE, --matrix FILE"
  std::string about;     // what help prints beside it
  std::string fallback;  // the default; "" = none, or `about` states it
  bool required = false;
};

struct CommandManual {
  std::string name;                     // "gridlock golden record"
  std::string synopsis;                 // "gridlock golden record [OPTIONS] [RUN]"
  std::string about;                    // paragraphs; those that begin with two spaces are examples
  std::vector<OptionManual> options;    // positional arguments first; without --help
  std::vector<CommandManual> commands;  // its subcommands
};

// Leaves out hidden options.
CommandManual manual_of(const Command& command);

}  // namespace gridlock::arguments

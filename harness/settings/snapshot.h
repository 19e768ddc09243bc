// The settings that a run depends on besides its cells: versions, hardware, environment variables,
// and all of torch's configuration. harness/rank/gridlock/settings/snapshot.py takes the snapshot.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridlock::settings {

using Texts = std::map<std::string, std::string>;  // values by name

struct Snapshot {
  Texts facts;                   // "torch": "2.11.0"
  Texts environment;             // the variables that torch, its libraries and its compilers read
  Texts config;                  // "dynamo.recompile_limit": "8", in Python's notation
  // Names in `config` whose values were changed after torch was imported.
  std::vector<std::string> set;

  std::string torch() const;  // the version; "" means unknown
};

// Thrown if a file, or the output of the interpreter, contains no snapshot.
class SnapshotError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads a snapshot. Throws SnapshotError if the file contains none.
Snapshot read_snapshot(const std::filesystem::path& file);

enum class Variables { kAll, kWithoutThose };

// Takes a snapshot in a new process of `python`. The process gets the environment of this process,
// with or without the variables that torch, its libraries and its compilers read. Without them, the
// snapshot contains torch's defaults. `package` is the folder of the Python package gridlock. Takes
// seconds. Throws SnapshotError if this Python has no torch.
Snapshot take_snapshot(const std::filesystem::path& python, const std::filesystem::path& package,
                       Variables variables);

}  // namespace gridlock::settings

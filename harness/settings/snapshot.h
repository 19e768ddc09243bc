// What a run depends on besides its cells: versions and hardware, environment variables, all of
// torch's configuration (harness/rank/gridlock/settings/snapshot.py takes it).
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridlock::settings {

using Texts = std::map<std::string, std::string>;  // by name

struct Snapshot {
  Texts facts;                   // "torch": "2.11.0"
  Texts environment;             // the variables that torch, its libraries and its compilers read
  Texts config;                  // "dynamo.recompile_limit": "8", as Python shows it
  std::vector<std::string> set;  // those of config that something changed since torch was imported

  std::string torch() const;  // its version; "" = not known
};

// The file, or what was asked, holds none.
class SnapshotError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws SnapshotError.
Snapshot read_snapshot(const std::filesystem::path& file);

enum class Variables { kAll, kWithoutThose };

// Of a new process of `python`, with the variables of this process's environment, or without those
// that torch, its libraries and its compilers read: torch's defaults. `package`: the folder of the
// Python package gridlock. Takes seconds. Throws SnapshotError where this Python has no torch.
Snapshot take_snapshot(const std::filesystem::path& python, const std::filesystem::path& package,
                       Variables variables);

}  // namespace gridlock::settings

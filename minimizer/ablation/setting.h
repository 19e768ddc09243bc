// A setting describes how torch compiles in one run of a script. The text of the script is the same
// in all settings. Ranks apply the setting in harness/rank/gridlock/start/ablation.py.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "minimizer/ablation/rung.h"
#include "minimizer/problem.h"

namespace gridlock::minimizer {

// Limits a subsystem of torch's CompilerBisector to its first `limit` applications.
struct Bisect {
  std::string backend;
  std::string subsystem;
  int limit = 0;

  bool operator==(const Bisect&) const = default;
};

struct Setting {
  std::optional<Rung> highest;                // highest backend; nothing: the script's own
  std::set<int> disabled;                     // indexes of torch.compile calls that do nothing
  std::map<std::string, std::string> config;  // entry → value as JSON; overrides the script
  std::optional<Bisect> bisect;
  std::set<std::string> unset;  // variables to unset; needs fresh interpreters
  bool fresh = false;           // run in fresh interpreters

  bool operator==(const Setting&) const = default;
};

// Returns the script under `setting`. `folder` contains the modules that the script imports.
Candidate with_setting(const Candidate& script, const Setting& setting, const std::string& folder);

// Returns `candidate`, changed so that its ranks report their compilations in files of `folder`
// (survey.h).
Candidate with_report(Candidate candidate, const std::string& folder);

// Returns a configuration value, given as JSON, as Python writes it: "True" for "true".
std::string python_value(const std::string& json);

}  // namespace gridlock::minimizer

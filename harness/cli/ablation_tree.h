// What `gridlock ablate` shows while it works: a tree on standard error, a line for each answer.
#pragma once

#include <string>

#include "minimizer/ablation/questions.h"
#include "minimizer/ablation/versions.h"

namespace gridlock::cli {

class AblationTree {
 public:
  AblationTree();

  // Outlives what this gives.
  minimizer::AblationListener listener();

  // The search over versions of torch; the failure shows in `own`.
  void begin_versions(const std::string& own) const;
  void show_version(const minimizer::VersionAnswer& answer) const;
  void end_versions(const minimizer::VersionResult& result) const;

 private:
  void show(const std::string& words, const minimizer::Answer& answer) const;
  std::string colored(const std::string& text, const char* color) const;

  bool colors_;  // on a terminal
};

// "fails", "passes", "another failure: crash exception=ValueError".
std::string answer_words(const minimizer::Answer& answer);

}  // namespace gridlock::cli

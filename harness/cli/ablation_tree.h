// The progress display of `gridlock ablate`: a tree on standard error with one line per answer.
#pragma once

#include <string>

#include "minimizer/ablation/questions.h"
#include "minimizer/ablation/versions.h"

namespace gridlock::cli {

class AblationTree {
 public:
  AblationTree();

  // Returns a listener that must not outlive this tree.
  minimizer::AblationListener listener();

  // Shows the search over versions of torch; the failure is known to show in `own`.
  void begin_versions(const std::string& own) const;
  void show_version(const minimizer::VersionAnswer& answer) const;
  void end_versions(const minimizer::VersionResult& result) const;

 private:
  void show(const std::string& words, const minimizer::Answer& answer) const;
  std::string colored(const std::string& text, const char* color) const;

  bool colors_;  // on a terminal
};

// Returns "fails", "passes", "another failure: crash exception=ValueError".
std::string answer_words(const minimizer::Answer& answer);

}  // namespace gridlock::cli

// Shows the progress of `gridlock ablate` on standard error: a tree with one line per trial, which
// shows the result.
#pragma once

#include <string>

#include "minimizer/ablation/questions.h"
#include "minimizer/ablation/versions.h"
#include "minimizer/tasks/ablation_versions.h"

namespace gridlock::cli {

class AblationTree {
 public:
  AblationTree();

  // Returns a listener, which must not outlive this tree.
  minimizer::AblationListener listener();

  // Returns a listener that displays the search over versions of torch. The listener must not
  // outlive this tree.
  minimizer::VersionListener version_listener() const;

 private:
  void show_version(const minimizer::VersionAnswer& answer) const;
  void show(const std::string& words, const minimizer::Answer& answer) const;
  std::string colored(const std::string& text, const char* color) const;

  bool colors_;  // on a terminal
};

// Returns text such as "fails", "passes" or "another failure: crash exception=ValueError".
std::string answer_words(const minimizer::Answer& answer);

}  // namespace gridlock::cli

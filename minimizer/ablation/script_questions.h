// Answers questions about a script on real ranks. Each question is answered only once. If slots are
// free, the likeliest next questions are answered at the same time.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "harness/process/temporary_folder.h"
#include "minimizer/ablation/questions.h"
#include "minimizer/asker.h"

namespace gridlock::minimizer {

struct AskedScript {
  Problem problem;     // the original is the script
  std::string folder;  // contains the modules that the script imports
  std::string name;    // "train.py"
};

class ScriptQuestions : public Questions {
 public:
  // `forked` runs candidates on forked ranks, and `fresh` in fresh interpreters. All arguments
  // outlive this object. `state` may be null.
  ScriptQuestions(const AskedScript& script, Oracle& forked, Oracle& fresh, State* state,
                  const Budget& budget, const std::stop_token& stop);

  Answer ask(const Question& question, const std::vector<Question>& likely) override;
  std::pair<Answer, std::vector<std::string>> ask_for_names(const Question& question) override;

  int asked() const;   // answers
  int cached() const;  // answers from memory
  bool interrupted() const { return forked_.interrupted(); }

 private:
  Prepared prepared(const Candidate& candidate) const;
  Candidate candidate_of(const Question& question) const;

  const AskedScript& script_;
  Asker forked_, fresh_;
};

}  // namespace gridlock::minimizer

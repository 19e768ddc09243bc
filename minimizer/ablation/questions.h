// The questions of an ablation's searches, such as "does the script fail under this setting?". A
// listener is informed of the answers.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "minimizer/ablation/setting.h"
#include "minimizer/problem.h"

namespace gridlock::minimizer {

struct Question {
  Setting setting;
  std::string words;  // "aot_eager", "region 2 alone"
};

// Thrown if there is no answer because the budget is spent or a stop was requested.
struct Unanswered {};

class Questions {
 public:
  virtual ~Questions() = default;

  // Returns the answer to `question`. `likely` are possible next questions, which may be answered
  // at the same time.
  virtual Answer ask(const Question& question, const std::vector<Question>& likely) = 0;

  // Returns the answer, and the targets to which the bisected subsystem was applied.
  virtual std::pair<Answer, std::vector<std::string>> ask_for_names(const Question& question) = 0;
};

// Callbacks for a display.
struct AblationListener {
  std::function<void(const std::string& title)> on_section;
  std::function<void(const Question&, const Answer&)> on_answer;
  std::function<void(const std::string& words)> on_finding;  // the result of one search
};

// Asks questions and reports each answer to a listener.
class Investigation {
 public:
  // Takes the questions and the listener, which outlive this object.
  Investigation(Questions& questions, const AblationListener& listener)
      : questions_(questions), listener_(listener) {}

  Answer ask(const Question& question, const std::vector<Question>& likely = {});
  std::pair<Answer, std::vector<std::string>> ask_for_names(const Question& question);
  bool fails(const Question& question, const std::vector<Question>& likely = {}) {
    return ask(question, likely).verdict == Verdict::kSame;
  }
  bool passes(const Question& question, const std::vector<Question>& likely = {}) {
    return ask(question, likely).verdict == Verdict::kPasses;
  }

  void section(const std::string& title) { listener_.on_section(title); }
  void finding(const std::string& words) { listener_.on_finding(words); }

 private:
  Questions& questions_;
  const AblationListener& listener_;
};

}  // namespace gridlock::minimizer

#include "minimizer/tasks/ablation_versions.h"

#include <fmt/format.h>

#include <stdexcept>

#include "harness/exec/torch_environments.h"
#include "harness/workspace/installation.h"
#include "harness/workspace/notice.h"
#include "minimizer/ablation/script_ablation.h"
#include "minimizer/tasks/minimize_task.h"
#include "minimizer/tasks/programs.h"

namespace gridlock::minimizer {
namespace {

// Returns the result in words, such as "fails" or "fails in 1 of 5 runs".
std::string words_for(const Measured& other, const Measured& wanted) {
  if (!other.signature) return other.slow > 0 ? "was still running at the time limit" : "passes";
  if (*other.signature != *wanted.signature) {
    return "shows another failure: " + to_string(*other.signature);
  }
  return other.always() ? "fails"
                        : fmt::format("fails in {} of {} runs", other.failures, other.runs);
}

class VersionQuestions {
 public:
  VersionQuestions(const MinimizeTask& task, const Measured& wanted,
                   const VersionListener& listener, const std::stop_token& stop)
      : task_(task), wanted_(wanted), listener_(listener), stop_(stop) {}

  VersionAnswer ask(const std::string& version) const {
    if (stop_.stop_requested()) return {version, Shows::kNotAvailable, "interrupted"};
    VersionAnswer answer{version, Shows::kNotAvailable, ""};
    try {
      const auto python =
          exec::environment_with_torch(version, workspace::installation().python, workspace::notice,
                                       [this] { return stop_.stop_requested(); })
              .python;
      const Measured seen = measure_script(task_.request, find_programs(python.string()), stop_);
      answer.shows = seen.signature == wanted_.signature ? Shows::kYes : Shows::kNo;
      answer.words = words_for(seen, wanted_);
      if (stop_.stop_requested()) return {version, Shows::kNotAvailable, "interrupted"};
    } catch (const std::runtime_error& error) {  // for example, torch cannot be installed
      if (stop_.stop_requested()) return {version, Shows::kNotAvailable, "interrupted"};
      answer.words = error.what();
    }
    listener_.on_answer(answer);
    return answer;
  }

 private:
  const MinimizeTask& task_;
  const Measured& wanted_;
  const VersionListener& listener_;
  const std::stop_token& stop_;
};

}  // namespace

VersionResult compare_versions(const std::vector<std::string>& versions, const MinimizeTask& task,
                               const Measured& measured, const std::filesystem::path& python,
                               const VersionListener& listener, const std::stop_token& stop) {
  const VersionQuestions questions(task, measured, listener, stop);
  const std::string own = exec::torch_version(exec::query_interpreter(python));
  listener.on_begin(own);
  auto result = search_versions(versions, own,
                                [&](const std::string& version) { return questions.ask(version); });
  listener.on_end(result);
  return result;
}

}  // namespace gridlock::minimizer

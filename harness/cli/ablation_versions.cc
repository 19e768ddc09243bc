#include "harness/cli/ablation_versions.h"

#include <fmt/format.h>

#include <stdexcept>

#include "harness/cli/command.h"
#include "harness/cli/notice.h"
#include "harness/exec/torch_environments.h"
#include "minimizer/ablation/script_ablation.h"

namespace gridlock::cli {
namespace {

using minimizer::Measured;
using minimizer::Shows;
using minimizer::VersionAnswer;

// Returns text about the result. If the failure does not occur in every run, it is text such as
// "fails in 1 of 5 runs".
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
  VersionQuestions(const MinimizeTask& task, const Measured& wanted, const AblationTree& tree,
                   const std::stop_token& stop)
      : task_(task), wanted_(wanted), tree_(tree), stop_(stop) {}

  VersionAnswer ask(const std::string& version) const {
    if (stop_.stop_requested()) return {version, Shows::kNotAvailable, "interrupted"};
    VersionAnswer answer{version, Shows::kNotAvailable, ""};
    try {
      const auto python =
          exec::environment_with_torch(version, installation().python, notice).python;
      const Measured seen =
          minimizer::measure_script(task_.request, find_programs(python.string()), stop_);
      answer.shows = seen.signature == wanted_.signature ? Shows::kYes : Shows::kNo;
      answer.words = words_for(seen, wanted_);
      if (stop_.stop_requested()) return {version, Shows::kNotAvailable, "interrupted"};
    } catch (const std::runtime_error& error) {  // for example, torch cannot be installed
      answer.words = error.what();
    }
    tree_.show_version(answer);
    return answer;
  }

 private:
  const MinimizeTask& task_;
  const Measured& wanted_;
  const AblationTree& tree_;
  const std::stop_token& stop_;
};

}  // namespace

minimizer::VersionResult compare_versions(const std::vector<std::string>& versions,
                                          const MinimizeTask& task, const Measured& measured,
                                          const std::filesystem::path& python,
                                          const AblationTree& tree, const std::stop_token& stop) {
  const VersionQuestions questions(task, measured, tree, stop);
  const std::string own = exec::torch_version(exec::query_interpreter(python));
  tree.begin_versions(own);
  auto result = minimizer::search_versions(
      versions, own, [&](const std::string& version) { return questions.ask(version); });
  tree.end_versions(result);
  return result;
}

}  // namespace gridlock::cli

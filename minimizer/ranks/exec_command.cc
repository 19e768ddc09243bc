#include "minimizer/ranks/exec_command.h"

#include <fmt/format.h>

namespace gridlock::minimizer {

namespace fs = std::filesystem;

fs::path outcome_in(const fs::path& folder) {
  return folder / "outcome.json";
}

fs::path evidence_in(const fs::path& folder) {
  return folder / "evidence";
}

std::vector<std::string> exec_options(const Launch& launch, const fs::path& folder,
                                      double quiet_seconds) {
  return {"-n",          std::to_string(launch.ranks),
          "--json",      outcome_in(folder),
          "--evidence",  evidence_in(folder),
          "--timeout",   fmt::format("{:g}", quiet_seconds),
          "--on-likely", "kill:2"};
}

std::vector<std::string> exec_command(const fs::path& gridlock, const fs::path& python,
                                      const std::vector<std::string>& options,
                                      const fs::path& script, const Launch& launch) {
  std::vector<std::string> words{gridlock, "exec", "--python", python};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(script);
  words.insert(words.end(), launch.arguments.begin(), launch.arguments.end());
  return words;
}

}  // namespace gridlock::minimizer

#include "minimizer/ablation/survey.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <tuple>

#include "harness/run/fork_server.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string place_of(const json& line, const std::string& script) {
  const std::string file = fs::path(line.value("file", "")).filename().string();
  const std::string& shown = file == run::ForkServer::kScript ? script : file;
  return shown + ":" + std::to_string(line.value("line", 0));
}

// Reads the file of one process. The last line may be incomplete, because the process may have been
// killed.
Survey read_file(const fs::path& file, const std::string& script) {
  Survey survey;
  std::ifstream lines(file);
  for (std::string text; std::getline(lines, text);) {
    const json line = json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (line.contains("region")) {
      survey.regions.push_back(
          {line.value("name", ""), place_of(line, script), rung_of(line.value("backend", ""))});
    } else if (line.contains("applied")) {
      survey.applied.push_back(line.value("applied", ""));
    }
  }
  return survey;
}

}  // namespace

Survey read_survey(const fs::path& folder, const std::string& script) {
  const auto size = [](const Survey& survey) {
    return std::tuple(survey.regions.size(), survey.applied.size());
  };
  Survey largest;
  for (const auto& file : fs::directory_iterator(folder)) {
    Survey survey = read_file(file.path(), script);
    if (size(survey) > size(largest)) largest = std::move(survey);
  }
  return largest;
}

}  // namespace gridlock::minimizer

#include "harness/controller/failure_files.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/process/files.h"
#include "harness/text/rank_list.h"

namespace gridlock::controller {
namespace {

using verdict::CellRecord;

bool failed(const CellRecord& record) {
  return verdict::row(record.verdict).ran_to_verdict && record.verdict != verdict::Verdict::kPass &&
         record.verdict != verdict::Verdict::kXpass;
}

std::string tracebacks(const CellRecord& record) {
  std::map<std::string, std::vector<int>> ranks;
  for (const verdict::RankReport& report : record.reports) {
    if (!report.traceback.empty()) ranks[report.traceback].push_back(report.rank);
  }
  std::string text;
  for (const auto& [traceback, raised] : ranks) {
    text += fmt::format("{}:\n\n{}\n", text::rank_words(raised), traceback);
  }
  return text;
}

// JSON's strings are strings of TOML.
std::string toml(const matrix::Value& value) {
  const auto* word = std::get_if<std::string>(&value);
  return word != nullptr ? nlohmann::json(*word).dump() : matrix::to_string(value);
}

std::string matrix_of(const CellRecord& record) {
  // A comparison failed: with the cells that it was compared with.
  const bool alone = record.verdict_class.find("relation") == std::string::npos;
  std::string text =
      fmt::format("# This cell alone: {}\ncase = {}\nstrength = 1\n{}\n[axes]\n", record.cell,
                  toml(record.case_name), alone ? "standard_relations = false\n" : "");
  for (const auto& [axis, value] : record.axes) {
    text += fmt::format("{} = [{}]\n", axis, toml(value));
  }
  return text;
}

}  // namespace

void write_failure_files(const RunFolder& folder, CellRecord& record) {
  if (!failed(record)) return;
  const std::string name = RunFolder::evidence(record.cell, record.repetition);
  const std::filesystem::path path = folder.root() / name;
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!process::write_text(path / "cell.toml", matrix_of(record))) return;
  const std::string raised = tracebacks(record);
  if (!raised.empty()) process::write_text(path / "traceback.txt", raised);
  record.evidence = name;
}

}  // namespace gridlock::controller

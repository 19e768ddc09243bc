#include "harness/integration/workspace.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "harness/fields/test_schema.h"

namespace gridlock::integration {

namespace fs = std::filesystem;

namespace {

void check_schema(const std::string& line) {
  static const verdict::Json kSchema = verdict::record_schema();
  const auto json = verdict::Json::parse(line, nullptr, /*allow_exceptions=*/false);
  const std::string why = fields::testing::mismatch(kSchema, json);
  if (!why.empty()) throw verdict::RecordError("not as `gridlock schema results` says: " + why);
}

}  // namespace

fs::path Workspace::write(const std::string& name, const std::string& text) const {
  const fs::path path = root() / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

void Workspace::copy_case(const std::string& name,
                          const std::vector<std::pair<std::string, std::string>>& replaced) const {
  const fs::path original = fs::path(INTEGRATION_FOLDER) / "../../cases" / name;
  std::string text = read_text(original / "case.py");
  for (const auto& [old, with] : replaced) {
    std::size_t at = text.find(old);
    if (at == std::string::npos) throw std::runtime_error("no '" + old + "' in case " + name);
    for (; at != std::string::npos; at = text.find(old, at + with.size()))
      text.replace(at, old.size(), with);
  }
  write("cases/" + name + "/case.py", text);
  write("cases/" + name + "/case.toml", read_text(original / "case.toml"));
}

std::vector<verdict::CellRecord> Workspace::results(const std::string& out) const {
  std::vector<verdict::CellRecord> records;
  const std::string text = read_text(root() / out / "results.jsonl");
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const std::string line = text.substr(begin, end - begin);
    check_schema(line);
    records.push_back(verdict::record_from_line(line));
    begin = end + 1;
  }
  return records;
}

nlohmann::json Workspace::json(const std::string& file) const {
  return nlohmann::json::parse(read_text(root() / file));
}

std::vector<Training> Workspace::trainings() const {
  std::vector<Training> result;
  std::istringstream lines(read_text(root() / "trainings"));
  for (Training training; lines >> training.cell >> training.rank >> training.pid;) {
    result.push_back(training);
  }
  return result;
}

const verdict::CellRecord* find(const std::vector<verdict::CellRecord>& records,
                                const std::string& ending) {
  const verdict::CellRecord* found = nullptr;
  for (const verdict::CellRecord& record : records) {
    if (!record.cell.ends_with(ending)) continue;
    if (found != nullptr) return nullptr;
    found = &record;
  }
  return found;
}

}  // namespace gridlock::integration

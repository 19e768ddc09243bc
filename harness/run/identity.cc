#include "harness/run/identity.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/fields/description.h"
#include "harness/fields/read.h"
#include "harness/fields/write.h"
#include "harness/process/files.h"
#include "harness/report/output_error.h"
#include "harness/run/code.h"

namespace gridlock::run {

// run.json may have more fields.
constexpr auto fields_of(fields::Type<Identity>) {
  return fields::OpenList{
      fields::required("matrix", &Identity::matrix),
      fields::usual("file", &Identity::file),
      fields::usual("strength", &Identity::strength),
      fields::usual("select", &Identity::select),
      fields::usual("failures_of", &Identity::failures_of),
      fields::usual("causes_of", &Identity::causes_of),
      fields::usual("seed", &Identity::seed),
      fields::usual("steps", &Identity::steps),
      fields::required("began", &Identity::began),
      fields::optional("case_folders", &Identity::case_folders),
      fields::optional("code", &Identity::code),
  };
}

namespace {

using Json = nlohmann::ordered_json;

std::string matrix_text(const Identity& identity) {
  return identity.file.empty() ? identity.matrix
                               : fmt::format("{} ({})", identity.matrix, identity.file);
}

std::string cells_text(const Identity& identity) {
  if (!identity.failures_of.empty()) return "the failures of " + identity.failures_of;
  if (!identity.causes_of.empty()) return "the causes of " + identity.causes_of;
  return identity.select.empty() ? "all cells" : fmt::format("--select '{}'", identity.select);
}

std::string strength_text(const Identity& identity) {
  return identity.strength.empty() ? "the strength of the matrix"
                                   : "--strength " + identity.strength;
}

}  // namespace

Identity identity_of(const matrix::Plan& plan) {
  Identity identity;
  identity.matrix = plan.matrix_name;
  if (!plan.cells.empty()) {
    identity.seed = plan.cells.front().recipe.seed;
    identity.steps = plan.cells.front().recipe.steps;
    identity.code = code_of(plan.cells.front().recipe.case_folder);
  }
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  identity.began = std::chrono::duration<double>(now).count();
  return identity;
}

std::optional<Identity> read_identity(const controller::RunFolder& folder) {
  const Json json = Json::parse(process::read_text(folder.identity()), nullptr,
                                /*allow_exceptions=*/false);
  try {
    return fields::from_json<Identity>(json);
  } catch (const fields::Error&) {
    return std::nullopt;
  }
}

void write_identity(const controller::RunFolder& folder, const Identity& identity) {
  const std::filesystem::path path = folder.identity();
  if (!process::write_text(path, fields::to_json<Json>(identity).dump(2) + "\n")) {
    throw report::OutputError("write", path, errno);
  }
}

std::vector<std::string> differences(const Identity& stored, const Identity& requested) {
  std::vector<std::string> result;
  const auto compare = [&](const std::string& before, const std::string& now) {
    if (before != now) result.push_back(fmt::format("of {}, not of {}", before, now));
  };
  if (stored.matrix != requested.matrix) {
    compare("matrix " + matrix_text(stored), matrix_text(requested));
    return result;
  }
  compare(cells_text(stored), cells_text(requested));
  compare(strength_text(stored), strength_text(requested));
  compare(fmt::format("seed {}", stored.seed), fmt::format("seed {}", requested.seed));
  compare(fmt::format("{} steps", stored.steps), fmt::format("{} steps", requested.steps));
  return result;
}

}  // namespace gridlock::run

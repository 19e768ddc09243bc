#include "harness/settings/snapshot.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/fields/description.h"
#include "harness/fields/read.h"
#include "harness/process/files.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::settings {

// Fields that a snapshot file has in addition are ignored.
constexpr auto fields_of(fields::Type<Snapshot>) {
  return fields::OpenList{
      fields::required("facts", &Snapshot::facts),
      fields::required("environment", &Snapshot::environment),
      fields::required("config", &Snapshot::config),
      fields::required("set", &Snapshot::set),
  };
}

std::string Snapshot::torch() const {
  const auto found = facts.find("torch");
  return found == facts.end() ? "" : found->second;
}

Snapshot read_snapshot(const std::filesystem::path& file) {
  const auto json = nlohmann::json::parse(process::read_text(file), nullptr,
                                          /*allow_exceptions=*/false);
  try {
    return fields::from_json<Snapshot>(json);
  } catch (const fields::Error& error) {
    throw SnapshotError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

Snapshot take_snapshot(const std::filesystem::path& python, const std::filesystem::path& package,
                       Variables variables) {
  const process::TemporaryFolder folder("snapshot");
  const std::filesystem::path file = folder.path() / "snapshot.json";
  process::Program program;
  program.arguments = {python, "-m", "gridlock.settings.snapshot", file};
  if (variables == Variables::kWithoutThose) program.arguments.emplace_back("--defaults");
  program.environment = {{"PYTHONPATH", package}};
  if (process::run(std::move(program)) != 0) {
    throw SnapshotError(fmt::format("{} cannot read the settings of its torch", python.string()));
  }
  return read_snapshot(file);
}

}  // namespace gridlock::settings

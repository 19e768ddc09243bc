#include "harness/run/runs.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <string_view>
#include <system_error>

#include "harness/report/output_error.h"

namespace gridlock::run {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLatest = "latest";

// Returns the time as local time, because users look for runs by local time ("last night's run").
std::string stamp(double began) {
  const auto time = static_cast<std::time_t>(began);
  char text[sizeof "2026-01-31T23-59-59"];
  std::strftime(text, sizeof text, "%FT%H-%M-%S", std::localtime(&time));
  return text;
}

bool is_stamped(std::string_view name) {
  constexpr std::string_view kShape = "dddd-dd-ddTdd-dd-dd";
  if (name.size() < kShape.size()) return false;
  return std::ranges::equal(name.substr(0, kShape.size()), kShape, [](char letter, char shape) {
    return shape == 'd' ? std::isdigit(static_cast<unsigned char>(letter)) != 0 : letter == shape;
  });
}

}  // namespace

std::vector<KeptRun> Runs::all() const {
  std::vector<KeptRun> runs;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(root_, none)) {
    if (!is_stamped(entry.path().filename().string())) continue;
    if (auto run = named(entry.path().filename())) runs.push_back(std::move(*run));
  }
  std::ranges::sort(runs, [](const KeptRun& a, const KeptRun& b) {
    return std::pair(a.identity.began, a.name()) > std::pair(b.identity.began, b.name());
  });
  return runs;
}

std::optional<KeptRun> Runs::newest(const std::function<bool(const Identity&)>& wanted) const {
  for (KeptRun& run : all()) {
    if (wanted(run.identity)) return std::move(run);
  }
  return std::nullopt;
}

std::optional<KeptRun> Runs::newest_whole(const fs::path& file, const std::string& strength) const {
  const fs::path path = fs::absolute(file).lexically_normal();
  return newest([&](const Identity& identity) {
    return identity.is_whole() && identity.file == path &&
           (strength.empty() || identity.strength == strength);
  });
}

std::optional<KeptRun> Runs::named(const std::string& name) const {
  const controller::RunFolder folder(root_ / name);
  if (!folder.is_run()) return std::nullopt;
  auto identity = read_identity(folder);
  if (!identity) return std::nullopt;
  return KeptRun{folder, std::move(*identity)};
}

controller::RunFolder Runs::create(const Identity& identity) const {
  const std::string name = stamp(identity.began) + (identity.is_whole() ? "" : "-part");
  std::error_code failed;
  fs::create_directories(root_, failed);
  if (failed) throw report::OutputError("create", root_, failed.value());
  fs::path folder = root_ / name;
  for (int number = 2; !fs::create_directory(folder, failed); ++number) {
    if (failed) throw report::OutputError("create", folder, failed.value());
    folder = root_ / (name + "-" + std::to_string(number));
  }
  return controller::RunFolder(folder);
}

void Runs::update_latest() const {
  std::error_code ignored;
  const auto run = newest(&Identity::is_whole);
  if (!run) {
    if (fs::is_symlink(root_ / kLatest)) fs::remove(root_ / kLatest, ignored);
    return;
  }
  // The link is replaced atomically, so that a reader finds either the old or the new run.
  const fs::path link = root_ / (std::string(kLatest) + "." + std::to_string(getpid()));
  fs::create_directory_symlink(run->name(), link, ignored);
  fs::rename(link, root_ / kLatest, ignored);
  if (ignored) fs::remove(link, ignored);
}

std::string Runs::latest() const {
  std::error_code none;
  return fs::read_symlink(root_ / kLatest, none).filename();
}

std::vector<std::string> matrices_with_runs(const fs::path& above) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(above, none)) {
    if (entry.is_directory()) names.push_back(entry.path().filename());
  }
  std::ranges::sort(names);
  return names;
}

std::optional<Runs> runs_around(const controller::RunFolder& folder) {
  const fs::path& root = folder.root();
  if (!is_stamped(root.filename().string())) return std::nullopt;
  return Runs(root.parent_path().filename(), root.parent_path().parent_path());
}

}  // namespace gridlock::run

#include "harness/run/prune.h"

#include <filesystem>
#include <system_error>

#include "harness/report/output_error.h"

namespace gridlock::run {

std::vector<Pruned> choose_pruned(const Runs& runs, int keep) {
  std::vector<Pruned> result;
  const std::string latest = runs.latest();
  int whole = 0;
  int parts = 0;
  for (KeptRun& run : runs.all()) {
    int& number = run.identity.is_whole() ? whole : parts;
    std::string kept;
    if (run.name() == latest) {
      kept = "latest";
    } else if (run.folder.is_in_use()) {
      kept = "in use";
    } else if (number < keep) {
      kept = "newest";
    }
    ++number;
    result.push_back({std::move(run), kept});
  }
  return result;
}

void remove(const KeptRun& run) {
  std::error_code failed;
  std::filesystem::remove_all(run.folder.root(), failed);
  if (failed) throw report::OutputError("remove", run.folder.root(), failed.value());
}

}  // namespace gridlock::run

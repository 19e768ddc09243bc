#include "harness/training/causes_source.h"

#include "harness/report/results_log.h"
#include "harness/workspace/find_run.h"

namespace gridlock::training {
namespace {

using run::KeptRun;
using run::Runs;

void append(const controller::RunFolder& folder, std::vector<verdict::CellRecord>& records) {
  for (verdict::CellRecord& record : report::read_results(folder.results())) {
    // The record's path is relative to the folder of its own run, so the folder is prepended.
    if (!record.evidence.empty()) record.evidence = folder.root() / record.evidence;
    records.push_back(std::move(record));
  }
}

}  // namespace

CausesSource find_causes_source(const std::string& name) {
  const controller::RunFolder folder = workspace::find_run(name);
  const auto identity = run::read_identity(folder);
  const auto around = run::runs_around(folder);
  CausesSource source{folder,
                      identity,
                      around.value_or(Runs(identity ? identity->matrix : "")),
                      around ? folder.root().filename().string() : folder.root().string(),
                      {}};
  append(folder, source.records);
  for (const KeptRun& run : source.runs.all()) {
    if (run.identity.causes_of == source.key) append(run.folder, source.records);
  }
  return source;
}

}  // namespace gridlock::training

#include "harness/verdict/fault.h"

#include "harness/diagnosis/frame.h"
#include "harness/verdict/traceback.h"

namespace gridlock::verdict {
namespace {

using diagnosis::EndedRank;

EndedRank end_of(const RankReport& report) {
  EndedRank end{.rank = report.rank, .signal = report.signal, .exit_code = report.exit_code};
  end.stopped = report.stopped;
  end.finished = report.finished;
  end.exception = {report.error, frames_of(report.traceback)};
  end.raised = !report.error.empty();  // ranks report only an error that ended the training run
  const auto frame = diagnosis::named_frame(end.exception.frames);
  if (frame) end.function = diagnosis::plain_function(*frame);
  end.phase = report.phase;
  return end;
}

std::vector<EndedRank> ends_of(const CellRecord& record) {
  std::vector<EndedRank> ends;
  for (const RankReport& report : record.reports) ends.push_back(end_of(report));
  return ends;
}

}  // namespace

std::optional<diagnosis::FoundCrash> find_fault(const CellRecord& record) {
  return diagnosis::find_crash(ends_of(record), record.early_exit);
}

std::vector<int> finished_ranks(const CellRecord& record) {
  return diagnosis::finished_ranks(ends_of(record));
}

}  // namespace gridlock::verdict

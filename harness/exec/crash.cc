#include "harness/exec/crash.h"

#include <vector>

#include "harness/diagnosis/crash.h"
#include "harness/diagnosis/frame.h"

namespace gridlock::exec {
namespace {

using diagnosis::EndedRank;

// Sets the exception of an ended rank, and the function for its signature. The function is "" if it
// is not the user's code.
void set_exception(EndedRank& end, const diagnosis::Exception& exception) {
  end.exception = exception;
  end.function = diagnosis::users_function(diagnosis::named_frame(exception.frames));
}

EndedRank end_of(const Child& child) {
  EndedRank end{.rank = child.rank, .name = child.name, .process = child.pid};
  end.signal = child.signal;
  if (child.signal == 0) end.exit_code = child.code;
  end.finished = child.finished();
  return end;
}

EndedRank failed_end_of(const Child& child, const Watch& watch) {
  EndedRank end = end_of(child);
  if (const diagnosis::Exception* exception = watch.exception_of(child.pid)) {
    set_exception(end, *exception);
    end.raised = true;
  } else if (child.signal != 0 && watch.script_has_ended(child.pid)) {
    end.phase = diagnosis::kAtExit;
  }
  return end;
}

}  // namespace

std::optional<facts::Crash> find_crash(const Children& children, Watch& watch,
                                       std::optional<bool> memory_ran_out) {
  if (children.failures().empty()) return std::nullopt;
  std::vector<EndedRank> ends;
  for (const Child& child : children.failures()) {
    ends.push_back(failed_end_of(child, watch));
    ends.back().order = static_cast<int>(ends.size());
    ends.back().memory_ran_out = memory_ran_out;
  }
  for (const Child& child : children.all()) {
    if (child.finished()) ends.push_back(end_of(child));
  }
  const auto early_exit = watch.early_exit(diagnosis::finished_ranks(ends));
  return diagnosis::find_crash(ends, early_exit)->crash;
}

facts::Crash stuck_crash(int rank, pid_t process, const diagnosis::Exception& exception,
                         double seconds) {
  EndedRank end{.rank = rank, .process = process, .raised = true, .stuck_seconds = seconds};
  set_exception(end, exception);
  return diagnosis::find_crash({&end, 1}, std::nullopt)->crash;
}

}  // namespace gridlock::exec

// Reports jobs that make no progress although no finding says why. A job may go on after such a
// report.
#pragma once

#include "harness/exec/console.h"
#include "harness/exec/finding_reporter.h"
#include "harness/exec/job_registry.h"

namespace gridlock::exec {

class UnexplainedQuiet {
 public:
  // The arguments must outlive this object.
  UnexplainedQuiet(const Console& console, FindingReporter& reporter)
      : console_(console), reporter_(reporter) {}

  // A rank has recorded an event: whatever follows is a new quiet period.
  void handle_event() { standing_reported_ = ended_reported_ = false; }

  // Reports, once in each quiet period, where the ranks are if they stand still according to the
  // last examination.
  void report_standing(const Job& job);
  // Reports, once in each quiet period, that some ranks have ended and that the running ones make
  // no calls and do not end.
  void report_ended(const Job& job, double quiet_seconds);

 private:
  const Console& console_;
  FindingReporter& reporter_;
  bool standing_reported_ = false;
  bool ended_reported_ = false;
};

}  // namespace gridlock::exec

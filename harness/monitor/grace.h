// The time limits for ranks of a job that fails or stands still, in seconds: the same for cells and
// for scripts.
#pragma once

namespace gridlock::monitor {

// Limits for ranks that all stand still, since the last event. At first it is reported, once,
// because the job may go on …
inline constexpr double kReportLikelyAfter = 1.5;  // a deadlock that is likely and not proved
inline constexpr double kReportStallAfter = 10;
// … later it ends the job, unless the user has set another limit (matrix::Recipe has the same).
inline constexpr double kEndLikelyAfter = 10;
inline constexpr double kEndDesyncAfter = 5;  // calls do not match

// How long a rank may take to end by itself after it has raised, after SIGTERM, and after another
// rank of its cell has failed. Within that time it may report its own error.
inline constexpr double kGraceSeconds = 5;
// A rank that has raised and is busy with its exit gets more time.
inline constexpr double kLongestExit = 60;
// Time before the ranks of a script get SIGTERM after one has failed: others may fail too, and
// print the reason. Ranks of a cell get no SIGTERM.
inline constexpr double kTermAfterFailure = 2;

// Time until all ranks have joined a job: many ranks load torch slowly.
inline constexpr double kStartSeconds = 60;

}  // namespace gridlock::monitor

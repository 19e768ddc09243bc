// The time limits in seconds for ranks of a job that fails or stands still. Cells and scripts have
// the same limits.
#pragma once

namespace gridlock::monitor {

// Limits for ranks that all stand still, in seconds since the last event. After kReport…, the
// finding is reported once, because the job may still continue.
inline constexpr double kReportLikelyAfter = 1.5;  // a deadlock that is likely and not proved
inline constexpr double kReportStallAfter = 10;
// After kEnd…, the finding ends the job, unless the user has set another limit (matrix::Recipe has
// the same values).
inline constexpr double kEndLikelyAfter = 10;
inline constexpr double kEndDesyncAfter = 5;  // calls do not match

// Time that a rank has to end by itself after it has raised, after SIGTERM, and after another rank
// of its cell has failed. Within that time the rank may report its own error.
inline constexpr double kGraceSeconds = 5;
// Time for a rank that has raised and is busy with its exit.
inline constexpr double kLongestExit = 60;
// Time from the first failure of a script's rank until the other ranks get SIGTERM. Within that
// time other ranks may fail too and print the reason. Ranks of a cell get no SIGTERM.
inline constexpr double kTermAfterFailure = 2;

// Time until all ranks must have joined a job. The limit is high because many ranks load torch
// slowly.
inline constexpr double kStartSeconds = 60;

}  // namespace gridlock::monitor

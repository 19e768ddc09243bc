// Time limits, in seconds, for the ranks of a job that fails or makes no progress. Cells and
// scripts have the same limits.
#pragma once

namespace gridlock::monitor {

// Quiet time (since the last event of any rank) after which a finding is reported once. The job may
// still continue.
inline constexpr double kReportLikelyAfter = 1.5;  // a deadlock that is likely and not proved
inline constexpr double kReportStallAfter = 10;
// Quiet time after which gridlock stops the job because of a finding, unless the user has set
// another limit. matrix::Recipe has the same values.
inline constexpr double kEndLikelyAfter = 10;
inline constexpr double kEndDesyncAfter = 5;  // calls do not match

// Time for a rank to exit by itself after it has raised, after SIGTERM, or after another rank of
// its cell has failed. Within this time, the rank may report its own error.
inline constexpr double kGraceSeconds = 5;
// Time for a rank to exit if it has raised and is still busy.
inline constexpr double kLongestExit = 60;
// Time between the first failure of a script's rank and the SIGTERM to the other ranks. They may
// fail for the same reason within this time and print their own error. Ranks of a cell get no
// SIGTERM.
inline constexpr double kTermAfterFailure = 2;

// Time for all ranks to join a job. It is long, because loading torch in many ranks is slow.
inline constexpr double kStartSeconds = 60;

}  // namespace gridlock::monitor

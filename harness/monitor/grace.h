// How long the ranks of a job are given when it fails or stands still: the same for cells and for
// scripts. In seconds.
#pragma once

namespace gridlock::monitor {

// All ranks stand still, since the last event. It is reported, once, since the job may go on …
inline constexpr double kReportLikelyAfter = 1.5;  // a deadlock that is likely and not proved
inline constexpr double kReportStallAfter = 10;
// … and ends the job, where the user has not said when (matrix::Recipe has the same).
inline constexpr double kEndLikelyAfter = 10;
inline constexpr double kEndDesyncAfter = 5;  // calls do not match

// For a rank to end by itself: once it has raised, once it has got SIGTERM, and once another rank
// of its cell has failed. Until then it may say what it sees.
inline constexpr double kGraceSeconds = 5;
// A rank that has raised and is busy with its exit gets more.
inline constexpr double kLongestExit = 60;
// Before the ranks of a script get SIGTERM because one has failed: others may fail too, and print
// why. Those of a cell get no SIGTERM.
inline constexpr double kTermAfterFailure = 2;

// Until all ranks have come to a job: many load torch slowly.
inline constexpr double kStartSeconds = 60;

}  // namespace gridlock::monitor
